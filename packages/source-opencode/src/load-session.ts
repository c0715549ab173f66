import {
  type Branch,
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
  objectsOf,
  TallyCounter,
  taskCalls,
  textOf,
  unknownRecord,
  wordOf,
} from "@chatexport/core/read";
import { addNative, keepRest, todoListFile } from "@chatexport/core/source";
import { DatabaseError, type Databases } from "@chatexport/sqlite";
import { sessionIn } from "./database-rows.js";
import { malformedRecord, missingParent } from "./diagnostics.js";
import { exportedSession } from "./export-file.js";
import { fieldsOf } from "./fields.js";
import { sessionBelow } from "./file-store.js";
import { markCopies } from "./fork-copies.js";
import { ownTitle } from "./heads.js";
import { type Lines, linesOf } from "./lines.js";
import type { Locator } from "./list-sessions.js";
import { outputFolder } from "./locate.js";
import { messageOf } from "./read-message.js";
import type { Reading } from "./reading.js";
import { secondMessageOf } from "./second-message.js";
import { byTime, type StoredSession, type WholeMessage } from "./stored.js";
import { storedTodos } from "./tool-details.js";
import { addTurnEdits, editedPaths } from "./turn-edits.js";
import { usageOf } from "./usage.js";

/** Loads a session with its sub-agents. Throws when nothing of it can be read. */
export function loadSession(locator: Locator, databases: Databases, context: Context): Session {
  context.signal.throwIfAborted();
  const subagents = locator.children.map((child) => loadSession(child, databases, context));
  const stored = storedAt(locator, databases, context);
  const reading: Reading = {
    path: locator.store,
    cwd: textOf(stored.info?.directory),
    outputs: outputFolder(locator),
    tally: new TallyCounter(),
    messageIds: new Set(),
    callIds: new Set(),
    context,
  };
  const lines = linesOf(stored);
  const changes = new Map<Message, JsonObject[]>();
  const active = readLine(lines.active, undefined, reading, changes);
  // The log has each record of a message several times; those are counted that are used.
  const uncounted = { ...reading, tally: new TallyCounter() };
  const branches = [
    ...lines.deleted.groups.map((line) => [line, uncounted] as const),
    ...lines.left.map((line) => [line, reading] as const),
  ].map(([line, as]) => branchOf(line, lines.active, active, as, changes));
  const log = logMessages(stored, lines, reading);
  const messages = [...active, ...log];
  for (const line of [messages, ...branches.map((branch) => branch.messages)])
    addTurnEdits(line, changes, editedPaths(subagents));
  count(stored, reading);
  if (locator.origin)
    markCopies(
      lines.active,
      messages,
      stored,
      databases.open(locator.origin.store),
      locator.origin.id,
    );
  if (locator.isParentMissing)
    context.report(missingParent({ path: locator.store, at: `session/${locator.id}` }));
  const session = sessionOf(locator, stored, messages, branches, reading);
  nameCalls(session, subagents);
  return subagents.length === 0 ? session : { ...session, subagents };
}

function storedAt(locator: Locator, databases: Databases, context: Context): StoredSession {
  const { id, store, format } = locator;
  if (format === "opencode/json") return sessionBelow(store, id, context);
  if (format === "opencode/export") return exportedSession(store);
  const stored = sessionIn(databases.open(store), id);
  if (stored) return stored;
  throw new DatabaseError("missing", `The session ${id} is not in ${store} any more`);
}

/** Reads the messages of a line. The summary that follows a compaction is part of it. */
function readLine(
  line: readonly WholeMessage[],
  forkedFrom: string | undefined,
  reading: Reading,
  changes: Map<Message, JsonObject[]>,
): Message[] {
  const messages: Message[] = [];
  for (const whole of line) {
    const message = whole.message.second
      ? secondMessageOf(whole, reading)
      : messageOf(whole, reading);
    if (!message) continue;
    const last = messages.at(-1);
    const { data } = whole.message;
    if (data.summary === true && last && addSummary(last, message)) continue;
    const parentId = last?.id ?? forkedFrom;
    if (parentId !== undefined) message.parentId = parentId;
    messages.push(message);
    const diffs = objectsOf(objectOf(data.summary)?.diffs);
    if (diffs.length > 0) changes.set(message, diffs);
  }
  return messages;
}

function addSummary(compaction: Message, answer: Message): boolean {
  const [part] = compaction.parts;
  if (part?.type !== "compaction" || part.summary !== undefined) return false;
  const texts = answer.parts.flatMap((each) => (each.type === "text" ? each.text : []));
  // An error, or a thought, stands in a message of its own.
  if (texts.length === 0 || texts.length < answer.parts.length) return false;
  part.summary = texts.join("\n\n");
  const { id, createdAt, model, provider, usage, completedAt } = answer;
  const told = present<Partial<Message>>({ model, provider, usage, completedAt });
  Object.assign(compaction, told, { fragments: [present({ id, createdAt })] });
  for (const { native: said } of [answer, ...answer.parts]) addNative(compaction, objectOf(said));
  return true;
}

function branchOf(
  left: readonly WholeMessage[],
  active: readonly WholeMessage[],
  messages: readonly Message[],
  reading: Reading,
  changes: Map<Message, JsonObject[]>,
): Branch {
  const [first] = left;
  const before = active.filter(({ message }) => first && byTime(message, first.message) <= 0);
  const ids = new Set(before.map(({ message }) => message.id));
  const forkedFrom = messages.findLast(({ id }) => ids.has(id))?.id;
  const own = readLine(left, forkedFrom, reading, changes);
  return present<Branch>({
    id: own[0]?.id ?? "rewind",
    forkedFrom,
    reason: "rewind",
    messages: own,
  });
}

/** Records of the log that nobody understands; all others are counted alone. */
function logMessages({ events }: StoredSession, { deleted }: Lines, reading: Reading): Message[] {
  return events.flatMap((event) => {
    const type = wordOf(event.data.type);
    if (deleted.used.has(event)) reading.tally.keep();
    else if (/^(?:message|session)\./.test(type) && !deleted.nameless.has(event))
      reading.tally.skip("log");
    else {
      const recordType = `event/${type}`;
      reading.tally.unknown(recordType);
      reading.context.report(unknownRecord({ path: reading.path, ...event.origin }, recordType));
      return present<Message>({
        id: event.id,
        role: "system",
        parts: [{ type: "unknown", recordType, native: event.data }],
        origin: event.origin,
      });
    }
    return [];
  });
}

/** Counts the records that are neither messages nor parts. */
function count(stored: StoredSession, { tally, path, context }: Reading): void {
  tally.read(stored.read);
  for (const { origin, cause } of stored.broken) {
    tally.malformed();
    context.report(malformedRecord({ path, ...origin }, cause));
  }
  for (const [reason, times] of Object.entries(stored.skipped))
    for (let time = 0; time < times; time++) tally.skip(reason);
  if (stored.info) tally.keep();
  for (const _ of stored.todos) tally.keep();
}

function sessionOf(
  locator: Locator,
  stored: StoredSession,
  messages: Message[],
  branches: Branch[],
  { tally, path }: Reading,
): Session {
  const info = fieldsOf(stored.info ?? {});
  const { branch } = locator;
  const model = messages.findLast((message) => message.role === "assistant" && message.model);
  const todos = fieldsOf({ todos: stored.todos });
  // What every session is called at first is no title.
  info.fitting("title", (title) => ownTitle(title) !== undefined);
  info.word([locator.head.cwd ?? ""], "directory");
  // The head has these; the edits of the turns are in the messages.
  for (const name of ["created", "updated"]) info.object("time")?.time(name);
  for (const sums of [info, info.object("summary")]) sums?.fitting("diffs", Array.isArray);
  const session = present<Session>({
    schemaVersion,
    id: locator.id,
    source: "opencode",
    format: locator.format,
    ...locator.head,
    git: branch === undefined ? undefined : { branch },
    model: model?.model,
    toolVersion: info.text("version"),
    parent: locator.parent,
    messages,
    branches: nonEmpty(branches),
    attachments: nonEmpty(todoListFile(storedTodos(todos.objects("todos")), messages)),
    // The tool's own sums keep reasoning apart from the output.
    usage: isOwnSum(locator, stored) ? usageOf([info], () => false) : undefined,
    records: {} as Session["records"],
    origin: { path },
  });
  keepRest(session, info, "session", tally);
  keepRest(session, todos, "todo", tally);
  session.records = tally.result();
  return session;
}

/** Before 2.0 the sums of a fork contain what was copied; since then they begin at 0 (read). */
function isOwnSum({ origin }: Locator, { info, areSumsPartial }: StoredSession): boolean {
  return !areSumsPartial && (!origin || info?.forkSessionID !== undefined);
}

/** Says of each sub-agent which call started it. The calls that a fork has copied name those of the original. */
function nameCalls(session: Session, subagents: readonly Session[]): void {
  const byId = new Map(subagents.map((subagent) => [subagent.id, subagent]));
  for (const subagent of subagents)
    subagent.parent = { sessionId: session.id, relation: "subagent" };
  for (const call of taskCalls(session)) {
    if (call.subagent === undefined) continue;
    const subagent = byId.get(call.subagent);
    if (subagent?.parent) subagent.parent.toolCallId ??= call.id;
    else {
      call.native = { ...call.native, subagent: call.subagent };
      delete call.subagent;
    }
  }
}
