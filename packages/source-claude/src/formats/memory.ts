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
import type { StoreFile } from "../locate/disk.js";

const title = "Memory";

/** What the tool remembers about each project, as sessions without messages. */
export function listMemories(folders: readonly MemoryFolder[]): FoundSession[] {
  return folders.map(({ path, files }) => ({
    id: `memory-${hash8(basename(dirname(path)))}`,
    source: "claude",
    title,
    // Memories have no time of their own; that of the file orders lists and is not in the session.
    updatedAt: new Date(Math.max(...files.map(({ modified }) => modified))).toISOString(),
    bytes: bytesOf(files),
    listedBy: "memory",
    revision: revisionOf(files),
    locator: { format: "claude/memory", folder: path, files: indexFirst(path, files) },
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
function indexFirst(folder: string, files: readonly StoreFile[]): string[] {
  const keyOf = (path: string) => nameIn(folder, path).replace(/^MEMORY\.md$/, "");
  const paths = files.map(({ path }) => path);
  return paths.sort((a, b) => compareStrings(keyOf(a), keyOf(b)));
}

function nameIn(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
