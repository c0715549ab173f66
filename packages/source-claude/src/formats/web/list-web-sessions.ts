import { basename } from "node:path";
import {
  type Context,
  type Diagnostic,
  type Json,
  type JsonObject,
  present,
} from "@chatexport/core";
import {
  listOf,
  objectOf,
  parseJson,
  readTextFile,
  textOf,
  unreadableFile,
} from "@chatexport/core/read";
import { emptyTranscript, largeWebSession, malformedWebSession } from "../../diagnostics.js";
import { HeadBuilder } from "../../head/head.js";
import { type FoundSession, revisionOf } from "../../head/locator.js";
import type { StoreFile } from "../../locate/disk.js";
import { saysSomething } from "../../records/prompts.js";

// The title can stand anywhere in the file, which has to be one string for that.
const largest = 64 * 1024 * 1024;

/** A session of the web as it was saved: `{"loglines": […]}` with records as in a transcript. */
export interface WebFile {
  /** The records, not checked yet. */
  loglines: Json[];
  /** The other fields of the file. */
  rest: JsonObject;
}

/** The sessions of the web that were saved as a file each. Reports the files that hide one. */
export function listWebSessions(
  files: readonly StoreFile[],
  { empty = false }: { empty?: boolean | undefined },
  context: Context,
): FoundSession[] {
  return files.flatMap((file) => {
    context.signal.throwIfAborted();
    const found = foundIn(file, empty);
    if (!("severity" in found)) return [found];
    context.report(found);
    return [];
  });
}

/** The session in a file, or why there is none. */
function foundIn(file: StoreFile, isEmptyWanted: boolean): FoundSession | Diagnostic {
  const { path } = file;
  if (file.size > largest) return largeWebSession(path);
  let text: string;
  try {
    text = readTextFile(path);
  } catch (cause) {
    return unreadableFile(path, cause);
  }
  const session = parseWebSession(text);
  if (!session) return malformedWebSession(path);
  const builder = new HeadBuilder();
  const uuids = new Set<string>();
  let talks = false;
  for (const record of session.loglines.map(objectOf)) {
    if (!record) continue;
    builder.add(record);
    talks ||= saysSomething(record);
    const uuid = textOf(record.uuid);
    if (uuid) uuids.add(uuid);
  }
  if (!talks && !isEmptyWanted) return emptyTranscript(path, "web");
  const head = builder.head((uuid) => uuids.has(uuid));
  const { titleFrom: _, ...listed } = head;
  return present({
    id: basename(path).replace(/\.json$/, ""),
    source: "claude",
    ...listed,
    bytes: file.size,
    revision: revisionOf([file]),
    locator: { format: "claude/web", path, head },
    listedBy: talks ? undefined : "empty",
  });
}

/** The saved session that a text holds, or undefined when it holds none. */
export function parseWebSession(text: string): WebFile | undefined {
  const { loglines, ...rest } = objectOf(parseJson(text)) ?? {};
  const list = listOf(loglines);
  return list && { loglines: list, rest };
}
