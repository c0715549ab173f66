import { basename } from "node:path";
import {
  type Context,
  compareStrings,
  defined,
  type Message,
  nonEmpty,
  present,
  type Session,
  type ToolResult,
} from "@chatexport/core";
import {
  attempt,
  nameInPath,
  objectOf,
  parseJson,
  readTextFile,
  taskCalls,
  textOf,
} from "@chatexport/core/read";
import { readRecords, recordReaders } from "@chatexport/core/source";
import { Steps } from "./antigravity.js";
import { addText, textIn } from "./calls.js";
import { Conversation } from "./conversation.js";
import { formatOf, type Stored } from "./list-sessions.js";
import type { GeminiRecord } from "./record.js";
import { recordsIn } from "./records-in.js";

/** Loads a session with its sub-agents; `toolCallId`: what started it. Throws when a file cannot be read. */
export async function loadSession(
  stored: Stored,
  toolCallId: string | undefined,
  context: Context,
): Promise<Session> {
  const { kind, files, outputs = [], agents = [], told } = stored;
  const conversation = new Conversation((agent) => agents.some((own) => own.told.id === agent));
  const { draft, branches } = conversation;
  const steps = new Steps(draft);
  for (const path of files)
    await readRecords(
      { path, records: recordsIn(path, stored, context), draftOf: () => draft },
      (record) =>
        kind === "antigravity"
          ? steps.read(record)
          : read({ ...record, ...(path !== files[0] && { path }) }, conversation),
      context,
    );
  if (files.length > 1) sortByTime(draft.messages);
  addOutputs(draft.messages, outputs);
  chain(draft.messages);
  for (const { messages, forkedFrom } of branches) chain(messages, forkedFrom);
  const calls = taskCalls(draft);
  const subagents: Session[] = [];
  for (const agent of agents) {
    const call = calls.find(({ subagent }) => subagent === agent.told.id);
    subagents.push(await loadSession(agent, call?.id, context));
  }
  const title = conversation.summary ?? told.title;
  const isNamed = kind === "checkpoint" ? "user" : "first-message";
  return draft.session({
    source: "gemini",
    format: formatOf(stored),
    ...told,
    title,
    titleFrom: title === undefined ? undefined : conversation.summary ? "generated" : isNamed,
    parent: told.parent && { ...told.parent, ...defined({ toolCallId }) },
    branches: nonEmpty(branches),
    subagents: nonEmpty(subagents),
    origin: present({ path: files[0] }),
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

/** Puts outputs that are in files of their own behind what the model saw of them. */
function addOutputs(messages: readonly Message[], outputs: readonly string[]): void {
  for (const part of messages.flatMap(({ parts }) => parts)) {
    const result = part.type === "tool-call" ? part.result : undefined;
    const path = result?.fullOutputPath;
    const file = path && outputs.find((output) => basename(output) === nameInPath(path));
    const stored = file && attempt(() => readTextFile(file));
    if (!result || !path || !stored) continue;
    // A masked result is there as the tool made it.
    const whole = textOf(objectOf(parseJson(stored))?.output) ?? stored;
    const read: ToolResult = { content: [], isError: false };
    addText(read, whole, part.type === "tool-call" ? part.name : undefined);
    const text = textIn(read.content);
    result.content.push({ type: "file", mediaType: "text/plain", path, text, from: "tool" });
  }
}

/** Puts what several files say into its order; a message without a time stays behind the one before it. */
function sortByTime(messages: Message[]): void {
  let time = "";
  const times = new Map<Message, string>();
  for (const message of messages) {
    time = message.createdAt ?? time;
    times.set(message, time);
  }
  messages.sort((a, b) => compareStrings(times.get(a) ?? "", times.get(b) ?? ""));
}

/** Each message follows the one before it. */
function chain(messages: readonly Message[], before?: string): void {
  for (const message of messages) {
    delete message.parentId;
    Object.assign(message, defined({ parentId: before }));
    before = message.id;
  }
}
