import { basename, dirname, relative, sep } from "node:path";
import {
  type Context,
  compareStrings,
  type FilePart,
  nonEmpty,
  present,
  type Session,
  type SessionRef,
  schemaVersion,
} from "@chatexport/core";
import { readSideFile } from "../files/private-file.js";
import {
  bytesOf,
  type FoundSession,
  hash8,
  type MemoryLocator,
  revisionOf,
} from "../head/locator.js";
import type { MemoryFolder } from "../locate/contents.js";

const title = "Memory";

/** What the tool remembers about each project, as sessions without messages. */
export function listMemories(folders: readonly MemoryFolder[]): FoundSession[] {
  return folders
    .filter(({ files }) => files.length > 0)
    .map(({ path, files }) => ({
      id: `memory-${hash8(basename(dirname(path)))}`,
      source: "claude",
      title,
      // Memories have no time of their own; that of the file orders lists and is not in the session.
      updatedAt: new Date(Math.max(...files.map(({ modified }) => modified))).toISOString(),
      bytes: bytesOf(files),
      listedBy: "memory",
      revision: revisionOf(files),
      locator: {
        format: "claude/memory",
        folder: path,
        files: indexFirst(
          path,
          files.map((file) => file.path),
        ),
      },
    }));
}

/** Loads what the tool remembers about a project. Throws when none of the files can be read. */
export function loadMemory(
  { id, project }: SessionRef,
  { folder, files, format }: MemoryLocator,
  context: Context,
): Session {
  const attachments = files.map((path): FilePart => {
    const name = nameIn(folder, path);
    const read = readSideFile(path, context);
    return { type: "file", mediaType: "text/markdown", name, path, ...read, from: "tool" };
  });
  if (attachments.every(({ text }) => text === undefined))
    throw new Error("None of the files can be read.");
  return present({
    schemaVersion,
    id,
    source: "claude",
    format,
    title,
    project,
    messages: [],
    attachments: nonEmpty(attachments),
    records: { read: 0, kept: 0 },
    origin: { path: folder },
  });
}

/** MEMORY.md is the index of the others. */
function indexFirst(folder: string, paths: readonly string[]): string[] {
  const rank = (path: string) => (nameIn(folder, path) === "MEMORY.md" ? 0 : 1);
  return [...paths].sort(
    (a, b) => rank(a) - rank(b) || compareStrings(nameIn(folder, a), nameIn(folder, b)),
  );
}

function nameIn(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
