import { existsSync } from "node:fs";
import { join } from "node:path";

/** The place where a tool that no source reads keeps its sessions. */
export interface UnreadStore {
  tool: string;
  path: string;
}

/** The stores below a home of tools that no source reads, one for each tool. */
export function unreadStores(home: string): UnreadStore[] {
  return tools.flatMap(([tool, ...places]) => {
    const paths = places.flatMap(expanded).map((place) => join(home, place));
    const path = paths.find((path) => existsSync(path));
    return path === undefined ? [] : [{ tool, path }];
  });
}

/** The folders where programs keep their data: on Linux (XDG), macOS and Windows. */
const data = [".local/share", "Library/Application Support", "AppData/Roaming", "AppData/Local"];
/** The folders where editors keep their settings, on the same systems. */
const settings = [".config", "Library/Application Support", "AppData/Roaming"];

function expanded(place: string): string[] {
  const [root = "", ...names] = place.split("/");
  const rest = names.join("/");
  if (root === "DATA") return data.map((folder) => `${folder}/${rest}`);
  if (root === "SETTINGS") return settings.map((folder) => `${folder}/${rest}`);
  return [place];
}

/** Each tool with the places of its sessions below a home, as seen in November 2026. */
const tools: readonly (readonly [tool: string, ...places: string[]])[] = [
  ["Amazon Q", "DATA/amazon-q/data.sqlite3"],
  ["Amp", "DATA/amp/threads"],
  [
    "Antigravity",
    ".gemini/antigravity-cli/conversations",
    ".gemini/antigravity/conversations",
    ".gemini/antigravity-ide/conversations",
  ],
  ["Auggie", ".augment/sessions"],
  ["CodeBuddy", ".codebuddy/projects"],
  ["Devin", "DATA/devin"],
  ["Grok Build", ".grok/sessions"],
  ["iFlow", ".iflow/projects"],
  ["Copilot in JetBrains", ".copilot/jb"],
  [
    "Kiro",
    ".kiro/sessions",
    "DATA/kiro-cli/data.sqlite3",
    "SETTINGS/Kiro/User/globalStorage/kiro.kiroagent",
  ],
  ["Letta Code", ".letta/lc-local-backend"],
  ["oh-my-pi", ".omp/agent/sessions"],
  ["OpenClaw", ".openclaw/agents"],
  ["OpenHands 0", ".openhands/sessions"],
  ["PearAI", ".pearai/sessions"],
  ["Prime", ".prime/agent/sessions"],
  ["Windsurf", ".codeium/windsurf/cascade"],
];

/** The names of all tools that no source reads. */
export const unreadTools: readonly string[] = tools.map(([tool]) => tool);
