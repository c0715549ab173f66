import { join } from "node:path";
import type { Context } from "@chatexport/core";
import type { FoundSession } from "../head/locator.js";
import type { StoreContents } from "../locate/contents.js";
import { fileAt, type StoreFile, sortedEntries } from "../locate/disk.js";

/** Files of one kind in a config folder whose session is gone, or that no session names. */
export interface UnownedFiles {
  /** The kind, for people: "plans". */
  kind: string;
  folder: string;
  files: StoreFile[];
  /** The tool's own, with nothing in them of a conversation. */
  isLog: boolean;
}

/** Folders of a config folder whose files belong to sessions. */
const kinds = [
  { kind: "plans", name: "plans", isLog: false },
  { kind: "todo lists", name: "todos", isLog: false },
  { kind: "tasks", name: "tasks", isLog: false },
  { kind: "file backups", name: "file-history", isLog: false },
  { kind: "session environments", name: "session-env", isLog: true },
  { kind: "debug logs", name: "debug", isLog: true },
];

/** The files beside transcripts that belong to none of them; lists without an item do not count. */
export function findUnownedFiles(
  { configFolders, transcripts }: Pick<StoreContents, "configFolders" | "transcripts">,
  sessions: readonly FoundSession[],
  context: Context,
): UnownedFiles[] {
  const ids = new Set(transcripts.map(({ id }) => id));
  const owned = new Set(
    sessions.flatMap(({ locator }) =>
      locator.format === "claude/jsonl" ? Object.values(locator.sideFiles ?? {}).flat() : [],
    ),
  );
  return configFolders.flatMap(({ path }) =>
    kinds.flatMap(({ kind, name, isLog }) => {
      const folder = join(path, name);
      const files = filesBelow(folder, (owner) => ids.has(owner), context).filter(
        (file) => file.size > emptyList && !owned.has(file.path),
      );
      return files.length > 0 ? [{ kind, folder, files, isLog }] : [];
    }),
  );
}

/** "[]" */
const emptyList = 2;

/** The files of a folder, and of those in it, but not those that are named after a known session. */
function filesBelow(
  folder: string,
  isKnown: (id: string) => boolean,
  context: Context,
  levels = 1,
): StoreFile[] {
  return sortedEntries(folder, context).flatMap((entry) => {
    const path = join(folder, entry.name);
    const [owner = ""] = entry.name.split(/-agent-|\.[a-z]+$/, 1);
    if (isKnown(owner)) return [];
    if (entry.isDirectory() && levels > 0) return filesBelow(path, isKnown, context, levels - 1);
    return entry.isFile() && !entry.name.startsWith(".") ? (fileAt(path, context) ?? []) : [];
  });
}
