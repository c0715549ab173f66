import {
  type Context,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import {
  nameSet,
  objectOf,
  reportLine,
  TallyCounter,
  taskCalls,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import { parentOf, purposeOf } from "./agents.js";
import { Conversation } from "./conversation.js";
import { markCopies } from "./copies.js";
import { missingParent, unknownRecord } from "./diagnostics.js";
import { read, unread } from "./fields.js";
import { latest } from "./heads.js";
import { countUnknownFields } from "./known-names.js";
import { projectOf, type ThreadLocator } from "./list-threads.js";
import { readRecord } from "./read-record.js";
import { type CodexRecord, recordsOf } from "./records.js";
import type { Segment } from "./segments.js";

/** A session while its files are read. */
interface Loading {
  locator: ThreadLocator;
  /** Its first file. */
  path: string;
  conversation: Conversation;
  tally: TallyCounter;
  headers: JsonObject[];
  /** Repeats another session. */
  isCopied: boolean;
  updatedAt?: string;
  context: Context;
}

/** Loads a session with its sub-agents. Throws when its first file cannot be read. */
export async function loadThread(locator: ThreadLocator, context: Context): Promise<Session> {
  const tally = new TallyCounter();
  const conversation = new Conversation(tally, locator.cwd);
  const path = locator.segments.find(({ thread }) => thread === undefined)?.path ?? "";
  const loading: Loading = {
    locator,
    path,
    conversation,
    tally,
    headers: [],
    isCopied: false,
    context,
  };
  conversation.tokens.isOfAgent = locator.parent?.relation === "subagent";
  for (const segment of locator.segments) await readSegment(segment, loading);
  if (locator.isParentMissing) context.report(missingParent(path));

  const session = sessionOf(loading);
  if (locator.origin && (loading.isCopied || session.parent?.relation === "subagent")) {
    const silent: Context = { report() {}, signal: context.signal };
    markCopies(session.messages, await loadThread({ ...locator.origin, children: [] }, silent));
  }
  if (locator.children.length === 0) return session;
  const subagents: Session[] = [];
  for (const child of locator.children) subagents.push(await loadThread(child, context));
  nameCalls(session, subagents, conversation);
  return { ...session, subagents };
}

/** Reads a file: of another session, only what came before. */
async function readSegment({ path, thread, cut, end }: Segment, loading: Loading): Promise<void> {
  const { conversation, context } = loading;
  const isOwn = thread === undefined;
  const tally = isOwn ? loading.tally : new TallyCounter();
  conversation.tally = tally;
  conversation.readingFrom = thread;
  conversation.path = path === loading.path ? undefined : path;
  if (cut !== undefined) conversation.cutAt(cut, isOwn);
  let isFirst = true;
  let hasHeader = false;
  for await (const records of recordsOf(path, context))
    for (const record of records) {
      tally.read();
      if ("malformed" in record) {
        tally.malformed();
        if (isOwn) reportLine(record, path, context);
        if (isOwn) conversation.addDamaged(record);
      } else if (end === undefined || record.ordinal < end) {
        if (isOwn) {
          const time = record.createdAt ?? record.inferredAt;
          if (time !== undefined) loading.updatedAt = time;
          countUnknownFields(record, tally);
        }
        if (record.type === "session_meta") {
          const isAtItsPlace = isFirst || record.payload.id === loading.locator.id;
          addHeader(record, hasHeader || !isAtItsPlace, isOwn, loading);
          hasHeader = true;
        } else addRecord(record, path, isOwn, loading);
        isFirst = false;
      }
    }
  conversation.settle();
}

function addRecord(record: CodexRecord, path: string, isOwn: boolean, loading: Loading): void {
  const { conversation } = loading;
  const { tally } = conversation;
  const fate = readRecord(record, conversation);
  if (fate === "kept") tally.keep();
  else if (fate === "unknown") {
    const { payload, raw } = record;
    const inner = textOf(objectOf(payload.item)?.type) ?? textOf(payload.type) ?? record.type;
    const type = record.type === inner ? inner : `${record.type}/${inner}`;
    tally.unknown(type);
    // It stays as it is, at its place.
    conversation.add(record, { type: "unknown", recordType: type, native: raw });
    if (isOwn) loading.context.report(unknownRecord(path, record.at, type));
  } else if (fate !== "tentative") tally.skip(fate.skipped);
}

/** The first record of a file; further ones were copied with the history of another session. */
function addHeader(record: CodexRecord, isCopy: boolean, isOwn: boolean, loading: Loading): void {
  const { conversation, headers } = loading;
  const { payload } = record;
  if (isCopy) {
    loading.isCopied = true;
    conversation.tally.skip("copy");
    return;
  }
  if (!isOwn) return;
  conversation.tally.keep();
  headers.push(payload);
  if (headers.length > 1) return;
  conversation.addTools(payload.dynamic_tools);
  const base = objectOf(payload.base_instructions);
  const text = textOf(base?.text) ?? textOf(payload.instructions);
  if (text === undefined) return;
  const { message } = conversation.begin(record, "system", [
    { type: "text", text, synthetic: "instructions" },
  ]);
  message.synthetic = "instructions";
  const native = base && unread(base, nameSet("text"));
  if (native) message.native = native;
}

function sessionOf(loading: Loading): Session {
  const { locator, path, conversation, headers, tally } = loading;
  const [header = {}, ...continuations] = headers;
  const messages = conversation.messages();
  const cwd = locator.cwd ?? textOf(header.cwd);
  const git = objectOf(header.git) ?? {};
  const parent = locator.parent ?? parentOf(header);
  return present<Session>({
    schemaVersion,
    id: locator.id,
    source: "codex",
    format: locator.format,
    ...locator.title,
    startedAt: locator.startedAt ?? messages.find(({ copiedFrom }) => !copiedFrom)?.createdAt,
    updatedAt: latest(loading.updatedAt, utcTime(header.timestamp)),
    cwd,
    project: projectOf(cwd, header),
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
    parent: parent && { ...parent },
    purpose: purposeOf(header),
    messages,
    branches: nonEmpty(conversation.branches),
    tools: conversation.tools(),
    records: tally.result(),
    origin: { path },
    native: someOf(
      present<JsonObject>({
        ...unread(header, read.header),
        source: header.source,
        continuations: nonEmpty(continuations.flatMap((each) => unread(each, read.next) ?? [])),
        goal: conversation.goal,
        git: unread(git, read.git),
      }),
    ),
  });
}

function someOf<T extends object>(object: T): T | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}

/** Says of each sub-agent which call started it. */
function nameCalls(session: Session, subagents: Session[], conversation: Conversation): void {
  const callers = new Map(conversation.callers);
  for (const call of taskCalls(session))
    if (call.subagent !== undefined) callers.set(call.subagent, call.id);
  for (const { id, parent } of subagents) {
    const toolCallId = callers.get(id);
    if (toolCallId !== undefined && parent) Object.assign(parent, { toolCallId });
  }
}
