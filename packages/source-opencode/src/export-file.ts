import { statSync } from "node:fs";
import { type Context, type JsonObject, present } from "@chatexport/core";
import {
  attempt,
  jsonIn,
  listOf,
  objectOf,
  parseJson,
  readBytes,
  textOf,
} from "@chatexport/core/read";
import { malformedRecord } from "./diagnostics.js";
import { type Head, ownFacts, stateOf } from "./heads.js";
import { contentOf, type StoredRecord, type StoredSession } from "./stored.js";

/** Enough of a file to tell what it is, and what its session is. */
const beginning = 256 * 1024;

/** True when a file is one session, as `opencode export` writes it (1.18.33). */
export function isExport(path: string): boolean {
  if (!path.endsWith(".json")) return false;
  const start = attempt(() => readBytes(path, 0, 200).toString()) ?? "";
  return /^\s{0,100}\{\s{0,100}"info"\s?:/.test(start);
}

/** The session in an export. Reports one that cannot be read. */
export function headsInExport(path: string, context: Context): Head[] {
  try {
    const info = objectOf(startOf(path).info) ?? objectOf(documentIn(path).info);
    const id = textOf(info?.id);
    if (!info || id === undefined) throw new SyntaxError("It describes no session.");
    const { size, mtimeMs } = statSync(path);
    return [
      present<Head>({
        ...ownFacts(info, undefined),
        ...{ id, store: path, format: "opencode/export", bytes: size },
        state: stateOf(info, size, mtimeMs),
      }),
    ];
  } catch (cause) {
    context.report(malformedRecord({ path }, cause));
    return [];
  }
}

/** The part before the messages; nothing where its end cannot be told. */
function startOf(path: string): JsonObject {
  const start = readBytes(path, 0, beginning).toString();
  const end = start.search(/,\s{0,20}"messages"\s?:/);
  return objectOf(parseJson(`${start.slice(0, end)}}`)) ?? {};
}

/** Everything that an export has of its session. */
export function exportedSession(path: string): StoredSession {
  const { info, messages } = documentIn(path);
  const list = listOf(messages) ?? [];
  const stored: StoredSession = {
    ...{ messages: [], parts: [], todos: [], events: [], broken: [], read: 1, skipped: {} },
    info: recordOf(info, "info", 0)?.data,
  };
  // Their order is the one in the file.
  for (const [time, whole] of list.entries()) {
    const { info, parts } = objectOf(whole) ?? {};
    const place = `messages[${time}]`;
    const message = recordOf(info, place, time);
    stored.read++;
    if (message) stored.messages.push(message);
    else stored.broken.push({ origin: { at: place } });
    for (const [at, each] of (listOf(parts) ?? []).entries()) {
      const part = recordOf(each, `${place}.parts[${at}]`, at);
      stored.read++;
      if (part) stored.parts.push({ ...part, messageId: message?.id ?? place });
      else stored.broken.push({ origin: { at: `${place}.parts[${at}]` } });
    }
  }
  return stored;
}

function documentIn(path: string): JsonObject {
  const document = objectOf(jsonIn(readBytes(path)));
  if (!document) throw new SyntaxError(`${path} holds no object.`);
  return document;
}

/** A record without the ids of what it belongs to; one that has no id of its own is told by its place. */
function recordOf(value: unknown, at: string, time: number): StoredRecord | undefined {
  const object = objectOf(value);
  if (!object) return undefined;
  return { id: textOf(object.id) ?? at, time, origin: { at }, data: contentOf(object) };
}
