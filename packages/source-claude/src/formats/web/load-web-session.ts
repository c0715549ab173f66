import { readFile } from "node:fs/promises";
import {
  type Context,
  defined,
  type JsonObject,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import { objectOf, TallyCounter, textOf } from "@chatexport/core/read";
import { malformedEntry } from "../../diagnostics.js";
import type { WebLocator } from "../../head/locator.js";
import type { Entry } from "../../records/records.js";
import { sessionWithin } from "../../subagents/agents-within.js";
import { splitSidechains } from "../../subagents/sidechains.js";
import { parseWebSession, type WebFile } from "./list-web-sessions.js";

/** Loads a saved session of the web. Throws when the file is not one any more. */
export async function loadWebSession(
  { id, project }: SessionRef,
  { format, path, head }: WebLocator,
  context: Context,
): Promise<Session> {
  const file = parseWebSession(await readFile(path, { encoding: "utf8", signal: context.signal }));
  if (!file) throw new Error('The file holds no list of "loglines" any more.');
  const tally = new TallyCounter();
  const lanes = splitSidechains(entriesOf(file, path, tally, context));
  const source = defined({ path, project, id, format, head, tally });
  const session = sessionWithin(lanes, source, context);
  const native = { ...session.native, ...nativeOf(file, id) };
  return Object.keys(native).length > 0 ? { ...session, native } : session;
}

/** The records; where a transcript has lines, a list has elements. */
function entriesOf(
  { loglines }: WebFile,
  path: string,
  tally: TallyCounter,
  { report }: Context,
): Entry[] {
  return loglines.flatMap((element, index): Entry[] => {
    const line = index + 1;
    const record = objectOf(element);
    if (record) return [{ line, record }];
    tally.read();
    tally.malformed();
    report(malformedEntry(path, line));
    return [];
  });
}

/** The fields of the file beside its records, and the session that the records name. */
function nativeOf({ loglines, rest }: WebFile, id: string): JsonObject {
  const named = loglines.map((entry) => textOf(objectOf(entry)?.sessionId));
  const sessionId = named.find((name) => name !== undefined);
  return { ...rest, ...(sessionId !== undefined && sessionId !== id && { sessionId }) };
}
