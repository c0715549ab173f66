import { isDeepStrictEqual } from "node:util";
import { type Context, type Json, type JsonObject, present } from "@chatexport/core";
import {
  type JsonLine,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  readDocument,
  readJsonLines,
  reportLine,
  setField,
  type TallyCounter,
  textOf,
  unknownRecord,
  wordOf,
} from "@chatexport/core/read";
import { Fields, type Holder, keepRest } from "@chatexport/core/source";
import { brokenChange, cutLog } from "../diagnostics.js";
import { chatFields } from "../fields.js";

/** A chat as it was last. */
export interface StoredChat {
  document: JsonObject;
  /** The requests that were taken out of it before. */
  removed: RemovedRequest[];
  /** The changes that fit nowhere, and damaged lines. */
  unfitting: JsonLine[];
  /** The other fields of the changes. */
  native?: JsonObject;
}

/** A request that is not in a chat any more. */
interface RemovedRequest {
  request: JsonObject;
  /** The request that stood before it. */
  after: string | undefined;
}

/**
 * A chat from its document, or from the log of its changes, whatever the name of the file promises. Throws when
 * the file cannot be read.
 */
export async function chatAt(
  path: string,
  tally: TallyCounter,
  context: Context,
): Promise<StoredChat> {
  const unfitting: JsonLine[] = [];
  const only = path.endsWith(".json") ? readDocument(path) : undefined;
  if (only && "record" in only && isDocument(only.record)) {
    tally.read();
    tally.keep();
    return { document: only.record, removed: [], unfitting };
  }
  let document: JsonObject = {};
  let hasBegun = false;
  const holder: Holder = {};
  const met = new Map<string | JsonObject, RemovedRequest>();
  let before: JsonObject | undefined;
  for await (const lines of readJsonLines(path, context))
    for (const line of lines) {
      tally.read();
      if ("malformed" in line) {
        tally.malformed();
        unfitting.push(line);
        reportLine(line, path, context);
        continue;
      }
      const { record } = line;
      if (addsSameRequest(record, before)) {
        tally.skip("repeated");
        continue;
      }
      before = record;
      const fields = new Fields(record, chatFields);
      fields.number("kind");
      fields.number("i");
      fields.json("v");
      const place = listOf(fields.fitting("k", Array.isArray)) ?? [];
      const isWhole = record.kind === 0 || isDocument(record);
      const whole = isDocument(record) ? record : objectOf(record.v);
      if (isWhole && whole) document = whole;
      else if (isWhole || !apply(document, record, place)) {
        unfitting.push(line);
        if (kinds.has(record.kind)) {
          tally.malformed();
          context.report(brokenChange(path, line.line));
        } else {
          const type = changeType(record);
          tally.unknown(type);
          context.report(unknownRecord({ path, at: line.line }, type));
        }
        continue;
      }
      tally.keep();
      if (!isWhole && !hasBegun) context.report(cutLog(path, line.line));
      hasBegun = true;
      if (!isDocument(record)) keepRest(holder, fields, "change", tally);
      if (isWhole || (place[0] === "requests" && place.length < 3)) note(document, met);
    }
  const last = new Set(objectsOf(document.requests).map(keyOf));
  const removed = [...met].filter(([id]) => !last.has(id)).map(([, each]) => each);
  return present({ document, removed, unfitting, native: holder.native });
}

/** True when a change was written twice: it adds requests, and their ids are their own. Others may add the same again. */
function addsSameRequest(change: JsonObject, before: JsonObject | undefined): boolean {
  const [added] = objectsOf(change.v);
  return textOf(added?.requestId) !== undefined && isDeepStrictEqual(change, before);
}

/** Changes have a kind. */
function isDocument({ kind, requests, sessionId }: JsonObject): boolean {
  return kind === undefined && (requests !== undefined || sessionId !== undefined);
}

const kinds: ReadonlySet<unknown> = new Set([0, 1, 2, 3]);

/** The type of a change, as a record is told of: "change/1". */
export function changeType({ kind }: JsonObject): string {
  return `change/${wordOf(kind)}`;
}

/** By what a request is known: its id or, without one, itself. */
function keyOf(request: JsonObject): string | JsonObject {
  return textOf(request.requestId) ?? request;
}

/** Remembers the requests that a chat has now; they change where they are. */
function note(document: JsonObject, met: Map<string | JsonObject, RemovedRequest>): void {
  let after: string | undefined;
  for (const request of objectsOf(document.requests)) {
    const key = keyOf(request);
    met.set(key, { request, after: met.get(key)?.after ?? after });
    after = textOf(request.requestId);
  }
}

/** Carries out a change: 1 sets a value, 2 cuts a list and adds to it, 3 deletes a value. */
function apply(document: JsonObject, { kind, v, i }: JsonObject, place: readonly Json[]): boolean {
  const last = place.at(-1);
  let holder: Json | undefined = document;
  for (const step of place.slice(0, -1)) holder = valueAt(holder, step);
  const [list, object] = [listOf(holder), objectOf(holder)];
  if (last === undefined || (!list && !object)) return false;
  if (kind === 1 && v !== undefined) {
    if (object && typeof last === "string") setField(object, last, v);
    else if (list && isIndex(last, list.length)) list[last] = v;
    else return false;
    return true;
  }
  if (kind === 1 || kind === 3) {
    if (object && typeof last === "string") delete object[last];
    else return false;
    return true;
  }
  if (kind !== 2) return false;
  const items = listOf(v ?? []);
  if (!items) return false;
  const target = valueAt(holder, last);
  const known = listOf(target);
  if (!known) {
    // A list begins with what is first added to it.
    if (target !== undefined || !object || typeof last !== "string") return false;
    setField(object, last, items);
    return true;
  }
  const length = numberOf(i);
  if (length !== undefined && length >= 0 && length < known.length)
    known.length = Math.floor(length);
  for (const item of items) known.push(item);
  return true;
}

function valueAt(holder: Json | undefined, step: Json): Json | undefined {
  const list = listOf(holder);
  if (list) return isIndex(step, list.length) ? list[step] : undefined;
  const object = objectOf(holder);
  return object && typeof step === "string" && Object.hasOwn(object, step)
    ? object[step]
    : undefined;
}

/** A change may only add the next item of a list, not leave a gap of any size. */
function isIndex(step: Json, length: number): step is number {
  return typeof step === "number" && Number.isInteger(step) && step >= 0 && step <= length;
}
