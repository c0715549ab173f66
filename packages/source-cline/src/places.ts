import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { thisSystem, windowsHomes } from "@chatexport/core/read";

/** The places that options, Cline's variables or the user's home name. */
export function placesOf({ home, roots }: SourceOptions): readonly string[] {
  if (roots) return [...new Set(roots.map((root) => resolve(root)))];
  if (home !== undefined) return placesOfHome(resolve(home), join(resolve(home), ".cline", "data"));
  const system = thisSystem();
  const { CLINE_SESSION_DATA_DIR: own, CLINE_DATA_DIR, CLINE_DIR } = system.env;
  const data = CLINE_DATA_DIR || join(CLINE_DIR || join(system.home, ".cline"), "data");
  return [
    ...(own ? [own] : []),
    ...placesOfHome(system.home, data),
    ...windowsHomes(system).flatMap((user) => placesOfHome(user, join(user, ".cline", "data"))),
  ];
}

/** Sessions of Cline 4 first; then the tasks of extensions in the editors that are there, on any system. */
function placesOfHome(home: string, data: string): string[] {
  const users = [
    ...settings.flatMap((folder) => editors.map((editor) => join(home, folder, editor, "User"))),
    ...servers.map((folder) => join(home, folder, "data", "User")),
  ];
  const tasks = users
    .map((user) => join(user, "globalStorage"))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => extensions.map((name) => join(folder, name, "tasks")));
  return [
    join(data, "sessions"),
    ...[join(data, "tasks"), ...tasks].filter((path) => existsSync(path)),
  ];
}

const settings = [".config", "Library/Application Support", "AppData/Roaming"];
const editors = [
  "Code",
  "Code - Insiders",
  "VSCodium",
  "Code - OSS",
  "Cursor",
  "Windsurf",
  "Trae",
  "Kiro",
];
const servers = [".vscode-server", ".vscode-server-insiders", ".cursor-server", ".windsurf-server"];
/** Cline, Roo Code and what came of it, Kilo Code before 7. */
const extensions = [
  "saoudrizwan.claude-dev",
  "rooveterinaryinc.roo-cline",
  "zoocodeorganization.zoo-code",
  "kilocode.kilo-code",
];
