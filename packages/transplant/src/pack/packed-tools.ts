import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt, objectOf } from "@chatexport/core/read";
import { placedTools } from "@chatexport/relocate/records";
import codex from "@chatexport/source-codex";
import { placedStores as codexStores } from "@chatexport/source-codex/paths";
import copilot from "@chatexport/source-copilot";
import { placedStores as copilotStores } from "@chatexport/source-copilot/paths";
import gemini from "@chatexport/source-gemini";
import {
  placedStores as geminiStores,
  projectMark,
  sessionPath,
} from "@chatexport/source-gemini/paths";
import type { PackedTool } from "./packed-tool.js";
import { claudeTool } from "./tools/claude.js";
import { placedTool } from "./tools/placed.js";

/*
 * For each tool, the files of a session that go into a pack, by their names in it: never settings, keys or memory.
 */

/** The files of a task of an extension. */
const taskFiles: ReadonlySet<string> = new Set(
  [
    ...["api_conversation_history", "ui_messages", "claude_messages"],
    ...["task_metadata", "history_item", "context_history"],
  ].map((name) => `${name}.json`),
);

/** These tools, by the names of their sources. */
export const packedTools = table({
  claude: claudeTool,
  codex: placedTool({
    ...{ title: "Codex", source: codex, storesOf: codexStores },
    // Those of sub-agents, and of sessions that it goes on from, have other ids.
    isOwn: (name) =>
      /^(?:sessions\/\d{4}\/\d\d\/\d\d|archived_sessions)\/rollout-[\w-]+\.jsonl$/.test(name),
    rowIdIn: (name) => (name === "session_index.jsonl" ? "id" : undefined),
    rootsOf: ({ placedBy }) => placedBy.map(({ path }) => path),
    command: (id) => ["codex", "resume", id],
  }),
  copilot: placedTool({
    ...{ title: "Copilot CLI", source: copilot, storesOf: copilotStores },
    isOwn: (name, id) =>
      [`${id}/events.jsonl`, `${id}/workspace.yaml`, `${id}/plan.md`].includes(name) ||
      name.startsWith(`${id}/checkpoints/`) ||
      name.startsWith(`${id}/files/`),
    command: (id) => ["copilot", `--resume=${id}`],
  }),
  gemini: placedTool({
    ...{ title: "Gemini CLI", source: gemini, storesOf: geminiStores },
    // A sub-agent of a sub-agent lies in the folder of that one; a log that the tool could not read, beside its own.
    isOwn: (name, id) =>
      /^chats\/session-[\w-]+-(\w{8})\.jsonl?(?:\.unreadable-\d+)?$/.exec(name)?.[1] ===
        id.slice(0, 8) ||
      /^chats\/[\w-]+\/[\w-]+\.jsonl?$/.test(name) ||
      name.startsWith(`tool-outputs/session-${id}/`),
    // Until 2026 a project had another folder; a session can have files in both.
    nameOf: (path) => path.replaceAll("\\", "/").replace(/^.*\/(?=(?:chats|tool-outputs)\/)/, ""),
    rootsOf: ({ within }) => [...new Set(within?.own.map(projectOf))],
    placeFor(folder, system) {
      const chat = sessionPath({ id: "", folder, startedAt: new Date(0) }, system);
      const mark = projectMark(folder, system);
      const project = dirname(dirname(chat));
      return { pathOf: (name) => join(project, name), ...(mark && { mark }) };
    },
    command: (id) => ["gemini", "--resume", id],
  }),
  pi: placedTool({
    ...placedTools.pi,
    isOwn: (name, id) => name.endsWith(`Z_${id}.jsonl`) && !name.includes("/"),
    command: (id) => ["pi", "--session", id],
  }),
  qwen: placedTool({
    ...placedTools.qwen,
    isOwn: (name, id) => name === `chats/${id}.jsonl` || name.startsWith(`subagents/${id}/`),
    command: (id) => ["qwen", "--resume", id],
  }),
  kimi: placedTool({
    ...placedTools.kimi,
    title: "Kimi Code",
    laidOutAt: (name) => `sessions/project/${name}`,
    isOwn: (name, id) => name === `${id}/state.json` || name.startsWith(`${id}/agents/`),
    command: (id) => ["kimi", "--session", id],
  }),
  cline: placedTool({
    ...placedTools.cline,
    isOwn: (name, id) => {
      if (/^[^/]+\.json$/.test(behind(`sessions/${id}/`, name))) return true;
      const [extension] = name.split("/");
      return taskFiles.has(behind(`${extension}/tasks/${id}/`, name));
    },
    rowIdIn: (name) =>
      /^[\w.-]+\/(?:state|tasks)\/(?:taskHistory|_index)\.json$/.test(name) ? "id" : undefined,
    placesIn: (folder) =>
      (attempt(() => readdirSync(folder)) ?? []).map((name) =>
        name === "sessions" ? join(folder, name) : join(folder, name, "tasks"),
      ),
    command: (id) => ["cline", "--id", id],
  }),
  continue: placedTool({
    ...placedTools.continue,
    isOwn: (name, id) => name === `${id}.json`,
    rowIdIn: (name) => (name === "sessions.json" ? "sessionId" : undefined),
    command: () => ["cn", "ls"],
  }),
  droid: placedTool({
    ...placedTools.droid,
    isOwn: (name, id) => name === `${id}.jsonl` || name === `${id}.settings.json`,
    command: () => ["droid"],
  }),
  openhands: placedTool({
    ...placedTools.openhands,
    isOwn: (name, id) =>
      /^(?:base_state|TASKS|events\/event-[\w-]+)\.json$/.test(
        behind(`${id.replaceAll("-", "")}/`, name),
      ),
    // Keys of models and servers: the tool hides them, unless it is told not to.
    settingsIn: (name, { agent, secret_registry }) =>
      name.endsWith("/base_state.json")
        ? [
            ...Object.keys(objectOf(objectOf(agent)?.llm) ?? {})
              .filter((field) => /key|secret|token$|headers/.test(field))
              .map((field) => ["agent", "llm", field]),
            ...(objectOf(agent)?.mcp_config === undefined ? [] : [["agent", "mcp_config"]]),
            ...(secret_registry === undefined ? [] : [["secret_registry"]]),
          ]
        : [],
    command: (id) => ["openhands", "--resume", id],
  }),
  vibe: placedTool({
    ...placedTools.vibe,
    isOwn: (name, id) =>
      /^[\w-]+_(\w{8})\/(?:messages\.jsonl|meta\.json|attachments\/[^/]+)$/.exec(name)?.[1] ===
      id.slice(0, 8),
    // All settings of the user; these two say which model answered.
    settingsIn: (name, { config }) =>
      name.endsWith("/meta.json")
        ? Object.keys(objectOf(config) ?? {})
            .filter((field) => field !== "active_model" && field !== "models")
            .map((field) => ["config", field])
        : [],
    command: (id) => ["vibe", "--resume", id],
  }),
});

/** The name of the source of such a tool. */
export type PackedToolName = keyof typeof packedTools;

/** Tools by their names, which alone the type of a name knows. */
function table<Name extends string>(
  tools: Readonly<Record<Name, PackedTool>>,
): Readonly<Record<Name, PackedTool>> {
  return tools;
}

/** The folder of a project of Gemini CLI around a file. */
function projectOf(path: string): string {
  return path.replace(/[\\/](?:chats|tool-outputs)[\\/].*$/, "");
}

/** The end of a name behind a beginning; "" for another name. */
function behind(beginning: string, name: string): string {
  return name.startsWith(beginning) ? name.slice(beginning.length) : "";
}

/** The names of all these tools. */
export const packedToolNames = Object.keys(packedTools) as PackedToolName[];
