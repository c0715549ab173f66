import { type Message, present, type Session, type Tally } from "@chatexport/core";
import { TallyCounter, unknownRecord } from "@chatexport/core/read";
import { type Fields, keepRest } from "@chatexport/core/source";
import type { Database } from "@chatexport/sqlite";
import type { Copy } from "../../conversation/copy.js";
import { guessedOrder, malformedPart, missingBlobs } from "../../diagnostics.js";
import type { ReadContext } from "../../locate/contexts.js";
import { reportDamage } from "../../rows/read-rows.js";
import { locationOfPath } from "../../workspaces/locations.js";
import { answeredLast, sessionOf } from "../session.js";
import { isPrompt, nativeOf, workspacePath } from "./message-facts.js";
import { type AgentMessages, agentMessages, countRecord } from "./messages.js";
import {
  blobRows,
  chatHead,
  chatId,
  metaKeys,
  type StoreMessages,
  sidecarOf,
  storeMessages,
  storeMeta,
} from "./store-database.js";
import { type History, turnMessages, wholeHistory } from "./turns.js";

/**
 * The conversation in a `store.db`. Messages carry no time but for prompts of 2026, which note it. Throws
 * `DatabaseError`; reports an order that had to be guessed, and blobs that are missing or no message.
 */
export function readChat({ path }: Pick<Copy, "path">, context: ReadContext): Session {
  const database = context.databases.open(path);
  return database.snapshot(() => chatOf(path, database, context));
}

function chatOf(path: string, database: Database, context: ReadContext): Session {
  const meta = storeMeta(database);
  const found = storeMessages(database, meta);
  const tally = new TallyCounter();
  const read = agentMessages(found.records, tally);
  const isSummarised = read.messages.some(({ parts }) => parts[0]?.type === "compaction");
  // The agent's own messages may say all.
  const isWhole = read.messages.some(isPrompt) && !isSummarised;
  const turns = isWhole ? [] : turnMessages(found.state?.turns ?? [], found.reader);
  const history = wholeHistory(read.messages, turns);
  const { messages } = history;
  reportProblems(found, read, path, context);
  const rows = blobRows(database);
  if (rows) reportDamage(rows, context);
  if (!meta && metaKeys(database).includes("0"))
    context.report(malformedPart({ path, at: "meta:0" }, "meta"));

  const sidecar = sidecarOf(path);
  const head = chatHead(sidecar, meta, found.state);
  const named = workspacePath(messages);
  const located = { ...(named !== undefined && locationOfPath(named)), ...head };
  const session = sessionOf({
    id: chatId(path, meta),
    format: "cursor/store",
    head: located,
    messages,
    tally,
    origin: { path },
    model: modelIn(messages, meta),
    native: nativeOf(
      meta?.text("mode"),
      found.state,
      present({ order: found.order === "root" ? undefined : found.order }),
    ),
  });
  for (const fields of [meta ?? [], sidecar].flat()) keepRest(session, fields, "chat", tally);
  session.records = tallyOf(database, found, read, history, meta, tally);
  return session;
}

/** The model of the last answer, which the meta row repeats, else the one that was used last. */
function modelIn(messages: readonly Message[], meta: Fields | undefined): string | undefined {
  const last = answeredLast(messages);
  if (last !== undefined) {
    meta?.fitting("lastUsedModel", (model) => model === last);
    return last;
  }
  return meta?.text("lastUsedModel") ?? meta?.object("lastUsedModel")?.text("model", "id", "name");
}

/** Each row of both tables; of messages that were left behind nothing is in the session. */
function tallyOf(
  database: Database,
  { blobs, records, malformed }: StoreMessages,
  { fates }: AgentMessages,
  { hasOwn, turnBlobs }: History,
  meta: Fields | undefined,
  tally: TallyCounter,
): Tally {
  const messages = new Map(records.map(({ id, type }) => [id, type]));
  tally.read(blobs.size);
  for (const [id, kind] of blobs) {
    const type = messages.get(id);
    if (malformed.includes(id)) tally.malformed();
    else if (type !== undefined && hasOwn) countRecord(type, fates.get(id), tally);
    else if (type !== undefined) tally.skip("copy");
    else if (turnBlobs.has(id)) tally.keep();
    else tally.skip(kind === "message" ? "abandoned" : kind === "empty" ? "empty" : "structure");
  }
  const keys = metaKeys(database);
  tally.read(keys.length);
  for (const key of keys) {
    if (key !== "0") tally.skip("structure");
    else if (meta) tally.keep();
    else tally.malformed();
  }
  return tally.result();
}

function reportProblems(
  { order, missing, malformed, records }: StoreMessages,
  { fates }: AgentMessages,
  path: string,
  context: ReadContext,
): void {
  if (order !== "root") context.report(guessedOrder(path, order));
  const [first] = missing;
  if (first !== undefined) context.report(missingBlobs({ path, at: first }, missing.length, "not"));
  for (const at of malformed) context.report(malformedPart({ path, at }, "blob"));
  for (const [at, fate] of fates)
    if (fate === "unknown") {
      const role = records.find(({ id }) => id === at)?.type ?? "unknown";
      context.report(unknownRecord({ path, at }, role));
    }
}
