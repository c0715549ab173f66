import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import {
  isLinesName,
  isMissing,
  readBytes,
  realPath,
  thisSystem,
  unreadableFile,
  windowsHomes,
} from "@chatexport/core/read";
import { namesIn } from "@chatexport/core/source";

/** A place where sessions are looked for. */
export interface Place {
  path: string;
  /** The folder of the command line, a `User` folder of an editor; of a place that the user named its shape tells. */
  kind: "cli" | "editor" | "any";
}

/** A file that holds a session, or a database that may hold some. */
export interface SessionFile {
  path: string;
  kind: "cli" | "transcript" | "chat" | "stored-chats" | "turns";
}

const editors = ["Code", "Code - Insiders", "VSCodium", "VSCodium - Insiders", "Code - OSS"];

/** The places that options, the tools' variables or the user's home name. */
export function placesOf({ home, roots }: SourceOptions): Place[] {
  const places = roots
    ? roots.map((root): Place => ({ path: resolve(root), kind: "any" }))
    : home === undefined
      ? placesOfSystem()
      : placesOfHome(resolve(home));
  return [...new Map(places.map((place) => [place.path, place])).values()];
}

/** The layouts of all systems, because the home may be a copy from another one. */
function placesOfHome(home: string): Place[] {
  return [
    { path: join(home, ".copilot"), kind: "cli" },
    ...userFolders(
      join(home, "Library", "Application Support"),
      join(home, ".config"),
      join(home, "AppData", "Roaming"),
    ),
    ...serverFolders(home, join(home, ".local", "share")),
  ];
}

function placesOfSystem(): Place[] {
  const system = thisSystem();
  const { env, home, platform } = system;
  const roaming = env.APPDATA || join(home, "AppData", "Roaming");
  const data =
    platform === "darwin"
      ? join(home, "Library", "Application Support")
      : platform === "win32"
        ? roaming
        : env.XDG_CONFIG_HOME || join(home, ".config");
  const portable = env.VSCODE_PORTABLE;
  return [
    { path: env.COPILOT_HOME || join(home, ".copilot"), kind: "cli" },
    ...userFolders(data),
    ...(portable ? [{ path: join(portable, "user-data", "User"), kind: "editor" as const }] : []),
    ...serverFolders(home, env.XDG_DATA_HOME || join(home, ".local", "share")),
    ...windowsHomes(system).flatMap((user): Place[] => [
      { path: join(user, ".copilot"), kind: "cli" },
      ...userFolders(join(user, "AppData", "Roaming")),
    ]),
  ];
}

function userFolders(...data: string[]): Place[] {
  return data.flatMap((folder) =>
    editors.map((editor): Place => ({ path: join(folder, editor, "User"), kind: "editor" })),
  );
}

/** The data of an editor's server, on a machine that is worked on from another one. */
function serverFolders(home: string, data: string): Place[] {
  const servers = [".vscode-server", ".vscode-server-insiders", ".vscodium-server"];
  return [
    ...servers.map((name) => join(home, name, "data", "User")),
    join(data, "code-server", "User"),
  ].map((path): Place => ({ path, kind: "editor" }));
}

/** The files at a place. Throws when the place itself cannot be read. */
export function lookAt({ path, kind }: Place, context: Context): SessionFile[] {
  if (!statSync(path).isDirectory()) {
    const own = kindOfFile(path, context);
    return own ? [{ path, kind: own }] : [];
  }
  const names = new Set(namesIn(path, context));
  if (kind === "cli" || names.has("session-state") || names.has("history-session-state"))
    return inCliFolder(path, context);
  if (kind === "editor" || names.has("workspaceStorage") || names.has("globalStorage"))
    return inUserFolder(path, context);
  return below(path, 0, new Set(), context);
}

const eventLogs = ["events.jsonl", "events.jsonl.gz", "events.jsonl.zst"];

/** True when a file is the events of a session, in the folder of that session. */
export function isEventLog(path: string): boolean {
  return eventLogs.includes(basename(path));
}

function inCliFolder(path: string, context: Context): SessionFile[] {
  const state = join(path, "session-state");
  const sessions = namesIn(state, context).flatMap((name): SessionFile[] => {
    if (isLinesName(name)) return [{ path: join(state, name), kind: "cli" }];
    const file = eventLogs
      .map((log) => join(state, name, log))
      .find((path) => isFile(path, context));
    return file === undefined ? [] : [{ path: file, kind: "cli" }];
  });
  const old = join(path, "history-session-state");
  const documents = namesIn(old, context)
    .filter((name) => name.endsWith(".json"))
    .map((name): SessionFile => ({ path: join(old, name), kind: "cli" }));
  const store = join(path, "session-store.db");
  const turns: SessionFile[] = isFile(store, context) ? [{ path: store, kind: "turns" }] : [];
  return [...sessions, ...documents, ...turns];
}

function inUserFolder(path: string, context: Context): SessionFile[] {
  const storage = join(path, "workspaceStorage");
  const global = join(path, "globalStorage");
  return [
    ...namesIn(storage, context).flatMap((name) => inWorkspace(join(storage, name), context)),
    ...chatsIn(join(global, "emptyWindowChatSessions"), context),
    ...chatsIn(join(global, "transferredChatSessions"), context),
    ...databaseIn(global, context),
    ...transcriptsIn(global, context),
  ];
}

function inWorkspace(path: string, context: Context): SessionFile[] {
  return [
    ...chatsIn(join(path, "chatSessions"), context),
    ...databaseIn(path, context),
    ...transcriptsIn(path, context),
  ];
}

function databaseIn(folder: string, context: Context): SessionFile[] {
  const path = join(folder, "state.vscdb");
  return isFile(path, context) ? [{ path, kind: "stored-chats" }] : [];
}

function chatsIn(folder: string, context: Context): SessionFile[] {
  return namesIn(folder, context)
    .filter((name) => name.endsWith(".json") || isLinesName(name))
    .map((name) => ({ path: join(folder, name), kind: "chat" }));
}

function transcriptsIn(folder: string, context: Context): SessionFile[] {
  return ["GitHub.copilot-chat", "github.copilot-chat"].flatMap((name) => {
    const own = join(folder, name, "transcripts");
    return namesIn(own, context)
      .filter(isLinesName)
      .map((each): SessionFile => ({ path: join(own, each), kind: "transcript" }));
  });
}

const deepest = 8;
const ignored: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** The sessions in a folder that the user named, at any depth. */
function below(folder: string, depth: number, seen: Set<string>, context: Context): SessionFile[] {
  const own = realPath(folder);
  if (seen.has(own) || depth > deepest) return [];
  seen.add(own);
  return namesIn(folder, context).flatMap((name): SessionFile[] => {
    const path = join(folder, name);
    const info = readAt(path, context, statSync);
    if (info?.isDirectory()) return ignored.has(name) ? [] : below(path, depth + 1, seen, context);
    const kind = info?.isFile() ? kindOfFile(path, context) : undefined;
    return kind ? [{ path, kind }] : [];
  });
}

/** The kind of a file, by its place and its beginning. */
function kindOfFile(path: string, context: Context): SessionFile["kind"] | undefined {
  if (basename(path) === "session-store.db") return "turns";
  if (basename(path) === "state.vscdb") return "stored-chats";
  if (!path.endsWith(".json") && !isLinesName(path)) return undefined;
  const folder = basename(dirname(path));
  if (/^(?:chatSessions|emptyWindowChatSessions|transferredChatSessions)$/.test(folder))
    return "chat";
  const start = readAt(path, context, () => readBytes(path, 0, 4096).toString()) ?? "";
  if (
    /^\s{0,20}\{\s{0,20}"type": ?"(?:session\.start|user\.message|assistant\.turn_start)"/m.test(
      start,
    )
  )
    return folder === "transcripts" ? "transcript" : "cli";
  if (isEventLog(path)) return "cli";
  if (/^\s{0,20}\{"kind": ?0, ?"v": ?\{/.test(start)) return "chat";
  if (!path.endsWith(".json")) return undefined;
  if (/"chatMessages"\s{0,20}:/.test(start)) return "cli";
  return /"(?:responderUsername|requesterUsername|initialLocation)"\s{0,20}:/.test(start)
    ? "chat"
    : undefined;
}

function isFile(path: string, context: Context): boolean {
  return readAt(path, context, statSync)?.isFile() ?? false;
}

/** Reports what is there and cannot be read. */
function readAt<Value>(
  path: string,
  { report }: Context,
  read: (path: string) => Value,
): Value | undefined {
  try {
    return read(path);
  } catch (cause) {
    if (!isMissing(cause)) report(unreadableFile(path, cause));
    return undefined;
  }
}
