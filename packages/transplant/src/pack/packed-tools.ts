import { readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { contextFor, type SourceOptions } from "@chatexport/core";
import type { PlacedSession } from "@chatexport/core/source";
import { type PlacedTool, placedTools } from "@chatexport/relocate/records";

/** A tool besides Claude Code whose sessions are files that another machine can take as they are. */
export interface PackedTool extends PlacedTool {
  /** True for a file of a session, by its name in the folder of a project; no other one is packed. */
  isOwn(name: string, id: string): boolean;
  /** The words that go on with a session, or let a person choose it. */
  command(id: string): string[];
}

/** The name of the source of such a tool. */
export type PackedToolName = "pi" | "qwen" | "kimi" | "droid";

/** These tools, by the names of their sources. */
export const packedTools: Readonly<Record<PackedToolName, PackedTool>> = {
  pi: {
    ...placedTools.pi,
    isOwn: (name, id) => name.endsWith(`Z_${id}.jsonl`) && !name.includes("/"),
    command: (id) => ["pi", "--session", id],
  },
  qwen: {
    ...placedTools.qwen,
    isOwn: (name, id) => name === `chats/${id}.jsonl` || name.startsWith(`subagents/${id}/`),
    command: (id) => ["qwen", "--resume", id],
  },
  kimi: {
    ...placedTools.kimi,
    title: "Kimi Code",
    isOwn: (name, id) => name === `${id}/state.json` || name.startsWith(`${id}/agents/`),
    command: (id) => ["kimi", "--session", id],
  },
  droid: {
    ...placedTools.droid,
    isOwn: (name, id) => name === `${id}.jsonl` || name === `${id}.settings.json`,
    command: () => ["droid"],
  },
};

/** The names of all these tools. */
export const packedToolNames = Object.keys(packedTools) as PackedToolName[];

/** A session of such a tool with its files, by their names in the folder of its project. */
export interface StoredSession extends PlacedSession {
  files: Map<string, string>;
}

/** The sessions of a tool: the user's own, or those at some roots. */
export function storedSessions(name: PackedToolName, given: SourceOptions = {}): StoredSession[] {
  const { storesOf, isOwn } = packedTools[name];
  return storesOf(given, contextFor({ report() {} }, {})).flatMap(({ sessions }) =>
    sessions.flatMap((session) => {
      const { folder = "", own = [] } = session.within ?? {};
      const paths = own.flatMap(filesIn);
      const named = paths.map(
        (path) => [relative(folder, path).replaceAll(sep, "/"), path] as const,
      );
      const files = new Map(named.filter(([each]) => isOwn(each, session.id)));
      return [...files.values()].includes(session.path) ? [{ ...session, files }] : [];
    }),
  );
}

/** The folder where a tool looks for the sessions of a project. */
export function projectFolder(name: PackedToolName, cwd: string): string | undefined {
  const stores = packedTools[name].storesOf({}, contextFor({ report() {} }, {}));
  const store = stores.find(({ root }) => root !== undefined);
  return store?.root && store.folderName && join(store.root, store.folderName(cwd));
}

function filesIn(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  // A link may lead anywhere.
  return entries.flatMap((entry) => {
    const inner = join(path, entry.name);
    return entry.isDirectory() ? filesIn(inner) : entry.isFile() ? [inner] : [];
  });
}
