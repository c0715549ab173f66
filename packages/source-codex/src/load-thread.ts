import {
  type Context,
  type JsonObject,
  type Message,
  nonEmpty,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import {
  objectOf,
  reportLine,
  TallyCounter,
  taskCalls,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import { Conversation } from "./conversation.js";
import { markCopies } from "./copies.js";
import { missingParent, unknownRecord } from "./diagnostics.js";
import { read, unread } from "./fields.js";
import { latest } from "./heads.js";
import { countUnknownFields } from "./known-names.js";
import { parentOf, projectOf, type ThreadLocator } from "./list-threads.js";
import { readRecord } from "./read-record.js";
import { type CodexRecord, recordsOf } from "./records.js";
import type { Segment } from "./threads.js";

/** What is known of a session besides its conversation. */
interface Loading {
  conversation: Conversation;
  tally: TallyCounter;
  header: JsonObject;
  continuations: JsonObject[];
  /** Of the session that was copied into this one. */
  isCopied: boolean;
  updatedAt?: string;
}

/** Loads a session with its sub-agents. Throws when its first file cannot be read. */
export async function loadThread(locator: ThreadLocator, context: Context): Promise<Session> {
  const tally = new TallyCounter();
  const conversation = new Conversation(tally, locator.cwd);
  const loading: Loading = { conversation, tally, header: {}, continuations: [], isCopied: false };
  const own = locator.segments.filter(({ thread }) => thread === undefined);
  const path = own[0]?.path ?? "";
  for (const segment of locator.segments) await readSegment(segment, path, loading, context);
  if (locator.isParentMissing) context.report(missingParent(path));

  const { header } = loading;
  const messages = conversation.messages();
  if (locator.origin && (loading.isCopied || isSubagent(header))) {
    const silent: Context = { report() {}, signal: context.signal };
    const original = await loadThread({ ...locator.origin, children: [] }, silent);
    markCopies(messages, original);
  }
  const session = sessionOf(locator, path, messages, loading);
  const subagents: Session[] = [];
  for (const child of locator.children) subagents.push(await loadThread(child, context));
  if (subagents.length === 0) return session;
  nameCalls(session, subagents, conversation);
  return { ...session, subagents };
}

function isSubagent(header: JsonObject): boolean {
  return objectOf(header.source)?.subagent !== undefined;
}

/** Reads a file: of another session, only what came before. */
async function readSegment(
  { path, thread, cut, end }: Segment,
  first: string,
  loading: Loading,
  context: Context,
): Promise<void> {
  const { conversation } = loading;
  const isOwn = thread === undefined;
  conversation.tally = isOwn ? loading.tally : new TallyCounter();
  conversation.readingFrom = thread;
  conversation.path = path === first ? undefined : path;
  if (cut !== undefined) conversation.cutAt(cut, isOwn);
  let isFirst = true;
  for await (const records of recordsOf(path, context))
    for (const record of records) {
      if (isOwn) loading.tally.read();
      if ("malformed" in record) {
        if (!isOwn) continue;
        loading.tally.malformed();
        reportLine(record, path, context);
      } else if (end === undefined || record.ordinal < end) {
        addRecord(record, isFirst, path, isOwn, loading, context);
        isFirst = false;
      }
    }
  conversation.settle();
}

function addRecord(
  record: CodexRecord,
  isFirst: boolean,
  path: string,
  isOwn: boolean,
  loading: Loading,
  context: Context,
): void {
  const { conversation } = loading;
  const { tally } = conversation;
  if (isOwn) {
    if (record.createdAt !== undefined) loading.updatedAt = record.createdAt;
    countUnknownFields(record, tally);
  }
  if (record.type === "session_meta") {
    if (!isFirst) {
      loading.isCopied = true;
      tally.skip("copy");
    } else if (isOwn) {
      readHeader(record, loading);
      tally.keep();
    }
    return;
  }
  const fate = readRecord(record, conversation);
  if (fate === "kept") tally.keep();
  else if (fate === "unknown") addUnknown(record, path, isOwn, conversation, context);
  else if (fate !== "tentative") tally.skip(fate.skipped);
}

/** A record that nobody understands stays as it is, at its place. */
function addUnknown(
  record: CodexRecord,
  path: string,
  isOwn: boolean,
  conversation: Conversation,
  { report }: Context,
): void {
  const inner = textOf(objectOf(record.payload.item)?.type) ?? textOf(record.payload.type);
  const type =
    inner === undefined || record.type === inner ? record.type : `${record.type}/${inner}`;
  conversation.tally.unknown(type);
  conversation.add(record, { type: "unknown", recordType: type, native: record.raw });
  if (isOwn) report(unknownRecord(path, record.at, type));
}

/** The first record of a file; those of continuations repeat most of it. */
function readHeader(record: CodexRecord, loading: Loading): void {
  const { payload } = record;
  const { conversation } = loading;
  if (Object.keys(loading.header).length > 0) {
    const { base_instructions: _, ...rest } = payload;
    loading.continuations.push(unread(rest, new Set(["id"])) ?? {});
    return;
  }
  loading.header = payload;
  conversation.addTools(payload.dynamic_tools);
  const base = objectOf(payload.base_instructions);
  const instructions = textOf(base?.text) ?? textOf(payload.instructions);
  if (instructions === undefined) return;
  const draft = conversation.begin(record, "system", [
    { type: "text", text: instructions, synthetic: "instructions" },
  ]);
  draft.message.synthetic = "instructions";
  const native = base && unread(base, new Set(["text"]));
  if (native) draft.message.native = native;
}

function sessionOf(
  locator: ThreadLocator,
  path: string,
  messages: Message[],
  loading: Loading,
): Session {
  const { conversation, header, continuations, tally } = loading;
  const git = objectOf(header.git) ?? {};
  const subagent = objectOf(header.source)?.subagent;
  const goal = conversation.goal;
  const native: JsonObject = {
    ...unread(header, read.header),
    ...(header.source !== undefined && { source: header.source }),
    ...(continuations.length > 0 && { continuations }),
    ...(goal && { goal }),
    ...(git && unread(git, gitFields) && { git: unread(git, gitFields) ?? {} }),
  };
  return present<Session>({
    schemaVersion,
    id: locator.id,
    source: "codex",
    format: locator.format,
    ...locator.title,
    startedAt: locator.startedAt ?? messages.find(({ copiedFrom }) => !copiedFrom)?.createdAt,
    updatedAt: latest(loading.updatedAt, utcTime(header.timestamp)),
    cwd: textOf(header.cwd),
    project: projectOf(header),
    git: someOf(
      present({
        branch: textOf(git.branch),
        commit: textOf(git.commit_hash),
        remote: textOf(git.repository_url),
      }),
    ),
    model: messages.findLast(({ role, model }) => role === "assistant" && model)?.model,
    toolVersion: textOf(header.cli_version),
    archived: locator.archived,
    parent: parentOf({ id: locator.id, header }),
    purpose:
      subagent === "compact" || subagent === "memory_consolidation" ? "compaction" : undefined,
    messages,
    branches: nonEmpty(conversation.branches),
    tools: conversation.tools(),
    records: tally.result(),
    origin: { path },
    native: someOf(native),
  });
}

const gitFields: ReadonlySet<string> = new Set(["branch", "commit_hash", "repository_url"]);

function someOf<T extends object>(object: T): T | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}

/** Says of each sub-agent which call started it. */
function nameCalls(
  session: Session,
  subagents: Session[],
  { callers: started }: Conversation,
): void {
  const callers = new Map<string, string>(started);
  for (const call of taskCalls(session))
    if (call.subagent !== undefined) callers.set(call.subagent, call.id);
  for (const subagent of subagents) {
    const toolCallId = callers.get(subagent.id);
    if (toolCallId !== undefined && subagent.parent)
      subagent.parent = { ...subagent.parent, toolCallId };
  }
}
