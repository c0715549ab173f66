import {
  defined,
  type JsonObject,
  present,
  type Session,
  schemaVersion,
  type Tally,
} from "@chatexport/core";
import { objectOf, TallyCounter, textOf } from "@chatexport/core/read";
import type { Database } from "@chatexport/sqlite";
import type { Copy } from "../../conversation/copy.js";
import { guessedOrder, malformedAgentRow, missingBlobs, unknownRole } from "../../diagnostics.js";
import type { ReadContext } from "../../locate/contexts.js";
import { reportDamage } from "../../rows/read-rows.js";
import { firstText } from "../../values/json-text.js";
import { earliestOf, latestOf } from "../../values/times.js";
import { locationOfPath } from "../../workspaces/locations.js";
import { chatFields, countUnknownFields, unread } from "../known-fields.js";
import { isPrompt, nativeOf, titleOf, workspacePath } from "./message-facts.js";
import { type AgentMessages, agentMessages, countFields, countRecord } from "./messages.js";
import {
  blobRows,
  chatHead,
  chatId,
  metaKeys,
  type StoreMessages,
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
  const read = agentMessages(found.records);
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
    context.report(malformedAgentRow({ path, at: "meta:0" }, "meta"));

  const head = chatHead(path, meta, found.state);
  const named = workspacePath(messages);
  const { lastUsedModel: used } = meta ?? {};
  const lastModel = textOf(used) ?? firstText(objectOf(used) ?? {}, "model", "id", "name");
  const times = messages.map(({ createdAt }) => createdAt);
  return present({
    schemaVersion,
    id: chatId(path, meta),
    source: "cursor",
    format: "cursor/store",
    ...titleOf(head.title, messages),
    startedAt: head.startedAt ?? earliestOf(times),
    updatedAt: latestOf([head.updatedAt, ...times]),
    ...(named !== undefined && locationOfPath(named)),
    ...defined({ cwd: head.cwd, project: head.project }),
    git: head.branch === undefined ? undefined : { branch: head.branch },
    model: messages.findLast(({ model }) => model !== undefined)?.model ?? lastModel,
    parent: head.parent,
    messages,
    records: tallyOf(database, found, read, history, meta),
    origin: { path },
    native: nativeOf(
      textOf(meta?.mode),
      found.state,
      present({
        ...unread(meta ?? {}, chatFields),
        approvalMode: textOf(meta?.approvalMode),
        order: found.order === "root" ? undefined : found.order,
      }),
    ),
  });
}

/** Each row of both tables; of messages that were left behind nothing is in the session. */
function tallyOf(
  database: Database,
  { blobs, records, malformed }: StoreMessages,
  { fates }: AgentMessages,
  { hasOwn, turnBlobs }: History,
  meta: JsonObject | undefined,
): Tally {
  const tally = new TallyCounter();
  const messages = new Set(records.map(({ id }) => id));
  countFields(records, tally);
  if (meta) countUnknownFields(meta, "chat", chatFields, tally);
  tally.read(blobs.size);
  for (const [id, kind] of blobs) {
    if (malformed.includes(id)) tally.malformed();
    else if (messages.has(id) && hasOwn) countRecord(fates.get(id), tally);
    else if (messages.has(id)) tally.skip("copy");
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
  { order, missing, malformed }: StoreMessages,
  { fates }: AgentMessages,
  path: string,
  context: ReadContext,
): void {
  if (order !== "root") context.report(guessedOrder(path, order));
  const [first] = missing;
  if (first !== undefined) context.report(missingBlobs({ path, at: first }, missing.length, "not"));
  for (const at of malformed) context.report(malformedAgentRow({ path, at }, "blob"));
  for (const [at, fate] of fates)
    if ("unknown" in fate) context.report(unknownRole({ path, at }, fate.unknown, "message"));
}
