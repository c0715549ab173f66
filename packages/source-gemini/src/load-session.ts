import { join } from "node:path";
import {
  type Context,
  defined,
  type JsonObject,
  type Message,
  nonEmpty,
  type Parent,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import {
  attempt,
  type DamagedText,
  listOf,
  objectOf,
  objectsOf,
  parseJson,
  projectOf,
  readDocument,
  readTextFile,
  textOf,
} from "@chatexport/core/read";
import {
  type RecordFile,
  readRecords,
  recordReaders,
  recordsOfLines,
} from "@chatexport/core/source";
import { shellResult, textIn } from "./calls.js";
import { Conversation } from "./conversation.js";
import { headOf, isDocument } from "./heads.js";
import { factsOf, formatOf, type Locator, outputsOf } from "./list-sessions.js";
import { promptsIn } from "./prompts.js";
import { type GeminiRecord, recordOf } from "./record.js";

/** Loads a session with its sub-agents. Throws when a file cannot be read. */
export async function loadSession(
  locator: Locator,
  title: string | undefined,
  context: Context,
  parent?: Parent,
): Promise<Session> {
  const { id, kind, files, agents = [], cwd } = locator;
  const [first = ""] = files;
  const conversation = new Conversation((agent) => agents.some((own) => own.id === agent));
  const { draft, branches } = conversation;
  for (const path of files) {
    const placed = path === first ? {} : { path };
    const records = recordsIn(locator, path, context);
    await readRecords(
      { path, records, draftOf: () => draft },
      (record) => read({ ...record, ...placed }, conversation),
      context,
    );
  }
  addOutputs(draft.messages, outputsOf(locator));
  chain(draft.messages);
  for (const { messages, forkedFrom } of branches) chain(messages, forkedFrom);
  const heads = kind === "chat" ? files.flatMap((path) => headOf(path) ?? []) : [];
  const { title: told, ...times } =
    kind === "chat" ? factsOf(heads) : { title, ...timesOf(draft.messages) };
  const { summary } = conversation;
  const named = summary ?? told;
  const subagents: Session[] = [];
  for (const agent of agents)
    subagents.push(
      await loadSession(agent, undefined, context, parentOf(agent.id, id, draft.messages)),
    );
  return present<Session>({
    schemaVersion,
    id,
    source: "gemini",
    format: formatOf(kind, first),
    title: named,
    titleFrom: !named
      ? undefined
      : summary
        ? "generated"
        : kind === "checkpoint"
          ? "user"
          : "first-message",
    ...times,
    cwd,
    project: projectOf(cwd),
    model: draft.messages.findLast(({ model }) => model !== undefined)?.model,
    parent,
    messages: draft.messages,
    branches: nonEmpty(branches),
    subagents: nonEmpty(subagents),
    records: draft.tally.result(),
    origin: { path: first },
    native: conversation.native,
  });
}

const read = recordReaders<GeminiRecord, [Conversation]>({
  "header change": (record, conversation) => {
    conversation.tell(record);
    return { kept: conversation };
  },
  rewind: ({ fields }, conversation) => conversation.rewindTo(fields.text("$rewindTo") ?? ""),
  "message/user message/gemini message/info message/warning message/error": (
    record,
    conversation,
  ) =>
    record.fields.fitting("content", isNoList) === undefined
      ? { kept: conversation.say(record) }
      : "unknown",
});

function isNoList(value: unknown): boolean {
  return value !== null && !Array.isArray(value);
}

/** The records of a file: its lines, or the pieces of a document. */
async function* recordsIn(
  { kind, id }: Locator,
  path: string,
  context: Context,
): RecordFile<GeminiRecord>["records"] {
  if (kind === "prompts") yield promptRecords(promptsIn(path), id);
  else if (kind === "checkpoint") yield checkpointRecords(path);
  else if (isDocument(path)) yield documentRecords(path);
  else yield* recordsOfLines(path, recordOf, context);
}

function* documentRecords(path: string): Generator<GeminiRecord | DamagedText> {
  const document = readDocument(path);
  if (!("record" in document)) {
    yield document;
    return;
  }
  const { messages, ...header } = document.record;
  const list = objectsOf(messages);
  const isWhole = list.length === listOf(messages)?.length;
  yield recordOf(isWhole ? header : document.record, "session");
  if (isWhole)
    for (const [at, message] of list.entries()) yield recordOf(message, `messages[${at}]`);
}

/** What the user saved under a name: what the model gets, without ids and times. */
function* checkpointRecords(path: string): Generator<GeminiRecord> {
  const value = parseJson(readTextFile(path));
  const { history = value, ...others } = objectOf(value) ?? {};
  const list = objectsOf(history);
  const header = list.length === listOf(history)?.length ? others : objectOf(value);
  if (!header) throw new Error("The file holds no messages.");
  if (Object.keys(header).length > 0) yield recordOf({ ...header, sessionId: "" }, "checkpoint");
  for (const [at, { role, parts, ...others }] of list.entries()) {
    const type = role === "model" ? "gemini" : role;
    yield recordOf(
      { id: `content-${at}`, ...others, type, content: parts } as JsonObject,
      `history[${at}]`,
    );
  }
}

function* promptRecords(entries: readonly JsonObject[], session: string): Generator<GeminiRecord> {
  for (const [at, { sessionId, messageId, message, ...others }] of entries.entries())
    if (sessionId === session)
      yield recordOf(
        { id: `prompt-${messageId}`, ...others, content: message } as JsonObject,
        `[${at}]`,
      );
}

/** Puts outputs that are in files of their own behind what the model saw of them. */
function addOutputs(messages: readonly Message[], folder: string): void {
  for (const { parts } of messages)
    for (const part of parts) {
      const result = part.type === "tool-call" ? part.result : undefined;
      const path = result?.fullOutputPath;
      const name = path?.split(/[\\/]/).at(-1);
      if (!result || !path || !name) continue;
      const stored = attempt(() => readTextFile(join(folder, name)));
      if (stored === undefined) continue;
      // A masked result is there as the tool made it.
      const whole = textOf(objectOf(parseJson(stored))?.output) ?? stored;
      const { content } = shellResult({ content: [{ type: "text", text: whole }], isError: false });
      const text = textIn(content);
      result.content.push({ type: "file", mediaType: "text/plain", path, text, from: "tool" });
    }
}

/** Each message follows the one before it. */
function chain(messages: readonly Message[], before?: string): void {
  for (const message of messages) {
    delete message.parentId;
    Object.assign(message, defined({ parentId: before }));
    before = message.id;
  }
}

function timesOf(messages: readonly Message[]): Pick<Session, "startedAt" | "updatedAt"> {
  const times = messages.flatMap(({ createdAt }) => createdAt ?? []).sort();
  return defined({ startedAt: times[0], updatedAt: times.at(-1) });
}

function parentOf(agent: string, sessionId: string, messages: readonly Message[]): Parent {
  const calls = messages.flatMap(({ parts }) => parts).filter((part) => part.type === "tool-call");
  const call = calls.find((part) => part.kind === "task" && part.subagent === agent);
  return present<Parent>({ sessionId, relation: "subagent", toolCallId: call?.id });
}
