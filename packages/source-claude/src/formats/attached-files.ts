import { basename, dirname, extname, relative, sep } from "node:path";
import {
  type Context,
  compareStrings,
  nonEmpty,
  present,
  type Session,
  type SessionRef,
  schemaVersion,
} from "@chatexport/core";
import {
  bytesOf,
  type FilesLocator,
  type FoundSession,
  hash8,
  revisionOf,
} from "../head/locator.js";
import type { MemoryFolder } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";
import { attachedFile } from "../side-files/attached-file.js";
import type { UnownedFiles } from "../side-files/unowned-files.js";

/** The tool's memory of each project, as sessions without messages. */
export function listMemories(folders: readonly MemoryFolder[]): FoundSession[] {
  return folders.map(({ path, files }) => ({
    id: `memory-${hash8(basename(dirname(path)))}`,
    source: "claude",
    title: "Memory",
    // Memories have no time of their own; that of the file orders lists and is not in the session.
    updatedAt: new Date(Math.max(...files.map(({ modified }) => modified))).toISOString(),
    bytes: bytesOf(files),
    listedBy: "memory",
    revision: revisionOf(files),
    locator: {
      format: "claude/memory",
      title: "Memory",
      folder: path,
      files: indexFirst(path, files),
    },
  }));
}

/** Files of no session, as a session without messages for each folder that has any; no logs. */
export function listUnowned(found: readonly UnownedFiles[]): FoundSession[] {
  return found
    .filter(({ isLog }) => !isLog)
    .map(({ kind, folder, files }) => {
      const title = `Of no session: ${kind}`;
      return {
        id: `unowned-${basename(folder)}`,
        source: "claude",
        title,
        bytes: bytesOf(files),
        listedBy: "unowned",
        revision: revisionOf(files),
        locator: { format: "claude/unowned", title, folder, files: files.map(({ path }) => path) },
      };
    });
}

/** Loads files as a session without messages. Throws when none of them can be read. */
export function loadFiles(
  { id, project }: SessionRef,
  { folder, files, format, title }: FilesLocator,
  context: Context,
): Session {
  const attachments = files.map((path) => {
    const mediaType = mediaTypes[extname(path)] ?? "text/plain";
    return attachedFile(path, mediaType, context, nameIn(folder, path));
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

const mediaTypes: Readonly<Record<string, string>> = {
  ".md": "text/markdown",
  ".json": "application/json",
};

/** MEMORY.md is the index of the others. */
function indexFirst(folder: string, files: readonly StoreFile[]): string[] {
  const keyOf = (path: string) => nameIn(folder, path).replace(/^MEMORY\.md$/, "");
  const paths = files.map(({ path }) => path);
  return paths.sort((a, b) => compareStrings(keyOf(a), keyOf(b)));
}

function nameIn(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
