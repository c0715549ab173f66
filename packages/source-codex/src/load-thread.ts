import {
  type Context,
  type JsonObject,
  nonEmpty,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import {
  objectOf,
  projectOf,
  reportLine,
  TallyCounter,
  taskCalls,
  textOf,
  UnknownTypes,
} from "@chatexport/core/read";
import { addNative } from "@chatexport/core/source";
import { parentOf, purposeOf } from "./agents.js";
import { isSame } from "./content.js";
import { Conversation } from "./conversation.js";
import { markCopies } from "./copies.js";
import { missingParent } from "./diagnostics.js";
import { latest } from "./heads.js";
import type { ThreadLocator } from "./list-threads.js";
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
  header?: Header;
  /** The headers of its further files. */
  continuations: JsonObject[];
  updatedAt?: string | undefined;
  context: Context;
}

/** The facts in the first header of a session. */
interface Header extends Pick<Session, "git" | "toolVersion" | "parent" | "purpose" | "cwd"> {
  begunAt?: string;
  raw: JsonObject;
}

/** Loads a session with its sub-agents. Throws when its first file cannot be read. */
export async function loadThread(locator: ThreadLocator, context: Context): Promise<Session> {
  const tally = new TallyCounter();
  const conversation = new Conversation(tally, locator.cwd);
  const path = locator.segments.find(({ thread }) => thread === undefined)?.path ?? "";
  const loading: Loading = { locator, path, conversation, tally, context, continuations: [] };
  conversation.tokens.isOfAgent = locator.parent?.relation === "subagent";
  for (const segment of locator.segments) await readSegment(segment, loading);
  if (locator.isParentMissing) context.report(missingParent(path));

  const session = sessionOf(loading);
  if (locator.origin) {
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
  conversation.unknownTypes = new UnknownTypes();
  let isFirst = true;
  let hasHeader = false;
  for await (const records of recordsOf(path, context))
    for (const record of records) {
      tally.read();
      if ("malformed" in record) {
        tally.malformed();
        if (isOwn) reportLine(record, path, context);
        if (isOwn) conversation.addDamaged(record);
      } else if (record.isRepeated) tally.skip("repeated");
      else if (end === undefined || record.ordinal < end) {
        if (isOwn) loading.updatedAt = record.createdAt ?? record.inferredAt ?? loading.updatedAt;
        if (record.type === "session_meta") {
          const id = textOf(rawHeader(record).id) ?? loading.locator.id;
          const isAtItsPlace = isFirst || id === loading.locator.id;
          addHeader(record, hasHeader || !isAtItsPlace, isOwn, loading);
          hasHeader = true;
        } else addRecord(record, conversation);
        isFirst = false;
      }
    }
  conversation.settle();
  if (isOwn) conversation.unknownTypes.report(path, context);
}

function addRecord(record: CodexRecord, conversation: Conversation): void {
  const fate = readRecord(record, conversation);
  if (fate === "unknown") conversation.addUnknown(record);
  else if (fate === "later") return;
  else if ("skipped" in fate) conversation.leaveOut(record, fate.skipped);
  else conversation.keep(record, fate.kept);
}

/** The first record of a file; further ones were copied with the history of another session. */
function addHeader(record: CodexRecord, isCopy: boolean, isOwn: boolean, loading: Loading): void {
  const { conversation } = loading;
  if (isCopy) {
    conversation.tally.skip("copy");
    return;
  }
  if (!isOwn) return;
  const { payload } = record;
  payload.fitting("id", (id) => id === loading.locator.id);
  if (loading.header) {
    // It repeats most of the first one.
    const { base_instructions } = loading.header.raw;
    payload.fitting("base_instructions", (base) => isSame(base, base_instructions));
    loading.continuations.push(...[payload.rest() ?? []].flat());
  } else readHeader(record, loading);
  conversation.keep(record, conversation);
}

function rawHeader({ raw }: CodexRecord): JsonObject {
  return objectOf(raw.payload) ?? raw;
}

/** Reads what a session says of itself. */
function readHeader(record: CodexRecord, loading: Loading): void {
  const { payload } = record;
  const { locator, conversation } = loading;
  const raw = rawHeader(record);
  const parent = locator.parent ?? parentOf(raw);
  const cwd = locator.cwd ?? payload.text("cwd");
  const git = payload.object("git");
  const state = present({
    branch: git?.text("branch"),
    commit: git?.text("commit_hash"),
    remote: git?.text("repository_url"),
  });
  loading.header = present<Header>({
    raw,
    begunAt: payload.time("timestamp"),
    cwd,
    git: someOf(state),
    toolVersion: payload.text("cli_version"),
    parent: parent && { ...parent },
    purpose: purposeOf(raw),
  });
  payload.fitting("cwd", (own) => own === cwd);
  for (const name of ["forked_from_id", "parent_thread_id"])
    payload.fitting(name, (id) => id === parent?.sessionId);
  conversation.addTools(payload.objects("dynamic_tools"));
  const base = payload.object("base_instructions");
  const text = base?.text("text") ?? payload.text("instructions");
  if (text === undefined) return;
  const { message } = conversation.begin(record, "system", [
    { type: "text", text, synthetic: "instructions" },
  ]);
  message.synthetic = "instructions";
  addNative(message, base?.rest());
}

function sessionOf(loading: Loading): Session {
  const { locator, path, conversation, header, continuations, tally } = loading;
  const messages = conversation.messages();
  const { git, toolVersion, parent = locator.parent, purpose, begunAt } = header ?? {};
  const cwd = header?.cwd ?? locator.cwd;
  return present<Session>({
    schemaVersion,
    id: locator.id,
    source: "codex",
    format: locator.format,
    ...locator.title,
    startedAt: locator.startedAt ?? messages.find(({ copiedFrom }) => !copiedFrom)?.createdAt,
    updatedAt: latest(loading.updatedAt, begunAt),
    cwd,
    project: projectOf(cwd, git?.remote),
    git,
    model: messages.findLast(({ role, model }) => role === "assistant" && model)?.model,
    toolVersion,
    archived: locator.archived,
    parent,
    purpose,
    messages,
    branches: nonEmpty(conversation.branches),
    tools: conversation.tools(),
    records: tally.result(),
    origin: { path },
    native: someOf({
      ...conversation.native,
      ...present({ continuations: nonEmpty(continuations) }),
    }),
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
