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
  readTextFile,
  textOf,
  unreadableFile,
  wordOf,
} from "@chatexport/core/read";
import { type Head, HeadBuilder } from "../../head/head.js";
import { type Found, revisionOf } from "../../head/locator.js";
import type { StoreFile } from "../../locate/disk.js";
import { conversationTypes } from "../../records/records.js";

// The title can stand anywhere in the file, which has to be one string for that.
const largest = 64 * 1024 * 1024;

/** A session of the web as it was saved: `{"loglines": […]}` with records as in a transcript. */
export interface WebFile {
  /** The records, of which nothing is certain yet. */
  loglines: Json[];
  /** What else the file holds. */
  rest: JsonObject;
}

/** The sessions of the web that were saved as a file each. Reports the files that hide one. */
export function listWebSessions(
  files: readonly StoreFile[],
  { empty = false }: { empty?: boolean | undefined },
  context: Context,
): Found[] {
  return files.flatMap((file) => {
    context.signal.throwIfAborted();
    const found = file.size > largest ? "too-large" : look(file, empty);
    if (typeof found === "object" && !("severity" in found)) return [found];
    const problem = typeof found === "string" ? problems[found] : found;
    context.report({ ...problem, origin: { path: file.path } });
    return [];
  });
}

function look(file: StoreFile, isEmptyWanted: boolean): Found | keyof typeof problems | Diagnostic {
  let text: string;
  try {
    text = readTextFile(file.path);
  } catch (cause) {
    return unreadableFile(file.path, cause);
  }
  const session = parseWebSession(text);
  if (!session) return "malformed";
  const builder = new HeadBuilder();
  const uuids = new Set<string>();
  let talks = false;
  for (const record of session.loglines.map(objectOf)) {
    if (!record) continue;
    builder.add(record);
    talks ||= conversationTypes.has(wordOf(record.type));
    const uuid = textOf(record.uuid);
    if (uuid) uuids.add(uuid);
  }
  if (!talks && !isEmptyWanted) return "empty";
  const found = foundOf(
    file,
    builder.head((uuid) => uuids.has(uuid)),
  );
  return talks ? found : { ...found, listedBy: "empty" };
}

function foundOf(file: StoreFile, head: Head): Found {
  const { titleFrom: _, ...listed } = head;
  return present({
    id: basename(file.path).replace(/\.json$/, ""),
    source: "claude",
    ...listed,
    bytes: file.size,
    revision: revisionOf([file]),
    locator: { format: "claude/web", path: file.path, head },
  });
}

const problems = {
  malformed: {
    severity: "error",
    code: "malformed-web-session",
    message:
      'The file begins like a saved web session, but is not JSON with a list of "loglines". Save the session again.',
  },
  "too-large": {
    severity: "error",
    code: "large-web-session",
    message:
      "The saved web session has more than 64 MiB and was left out. Please report it: none of this size is known.",
  },
  empty: {
    severity: "info",
    code: "empty-transcript",
    message: "The saved web session holds no message, so there is no session in it.",
  },
} as const satisfies Record<string, Diagnostic>;

/** The saved session that a text holds, or undefined when it holds none. */
export function parseWebSession(text: string): WebFile | undefined {
  try {
    const { loglines, ...rest } = objectOf(JSON.parse(text.replace(/^\uFEFF/, ""))) ?? {};
    const list = listOf(loglines);
    return list && { loglines: list, rest };
  } catch {
    return undefined;
  }
}
