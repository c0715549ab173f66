import {
  type Branch,
  type Context,
  type Json,
  type JsonObject,
  type Message,
  nonEmpty,
  present,
  type Session,
} from "@chatexport/core";
import {
  listOf,
  objectOf,
  objectsOf,
  oneLine,
  TallyCounter,
  textOf,
  uniqueId,
} from "@chatexport/core/read";
import { addNative, damagedNotice, Fields, keepRest } from "@chatexport/core/source";
import { strayRequests } from "../diagnostics.js";
import { chatFields } from "../fields.js";
import { type Head, sessionOf } from "../head.js";
import { storedChat } from "./editor-database.js";
import { repositoryOf } from "./heads.js";
import { changeType, chatAt, type StoredChat } from "./log.js";
import { keptEdits } from "./places.js";
import type { Reading } from "./reading.js";
import { messagesOf } from "./requests.js";

/** Loads a chat with its sub-agents. Throws when its file cannot be read. */
export async function loadChat(head: Head, context: Context): Promise<Session> {
  const tally = new TallyCounter();
  const stored =
    head.kind === "stored-chat" ? storedChat(head, tally) : await chatAt(head.path, tally, context);
  const reading: Reading = {
    head,
    tally,
    ids: new Set(),
    callIds: new Set(),
    editStates: keptEdits(head, context),
    subagents: [],
  };
  const { document } = stored;
  const all = objectsOf(document.requests);
  const isLeft = (request: JsonObject) =>
    request.isHidden === true || isTakenBack(request.shouldBeRemovedOnSend);
  const shown = all.filter((request) => !isLeft(request));
  const said = shown.flatMap((request, index) => messagesOf(request, index, reading));
  const messages = linked([...said, ...unfittingIn(stored, reading.ids)]);
  const stray = strayIn(document.requests);
  if (stray !== undefined) context.report(strayRequests(head.path));
  const branches = branchesOf(stored, all, isLeft, messages, reading);
  addNative(reading, stored.native);
  if (stray !== undefined) addNative(reading, { stray });
  return chatSession(head, document, messages, branches, reading);
}

/** The value in the place of requests that is none. */
function strayIn(requests: Json | undefined): Json | undefined {
  const list = listOf(requests);
  if (!list) return requests;
  const stray = list.filter((request) => !objectOf(request));
  return stray.length > 0 ? stray : undefined;
}

/**
 * True when a whole request was taken back: where only the end of an answer was, the beginning is still
 * there.
 */
function isTakenBack(value: unknown): boolean {
  const disabled = objectOf(value);
  return disabled !== undefined && disabled.afterUndoStop === undefined;
}

/** The changes that fit nowhere, and what is damaged, each as it is. */
function unfittingIn({ unfitting }: StoredChat, ids: Set<string>): Message[] {
  return unfitting.map((line) => ({
    id: uniqueId(`line-${line.line}`, ids.size, ids),
    role: "system",
    parts: [
      "record" in line
        ? { type: "unknown", recordType: changeType(line.record), native: line.record }
        : damagedNotice(line),
    ],
    origin: { at: line.line },
  }));
}

function linked(messages: Message[], before?: string): Message[] {
  let parentId = before;
  for (const message of messages) {
    if (parentId !== undefined) message.parentId = parentId;
    parentId = message.id;
  }
  return messages;
}

/** The requests that are not shown any more, in lines that begin where each was left. */
function branchesOf(
  { removed }: StoredChat,
  all: readonly JsonObject[],
  isLeft: (request: JsonObject) => boolean,
  messages: readonly Message[],
  reading: Reading,
): Branch[] {
  const hidden = all.flatMap((request, index) =>
    isLeft(request) ? { request, after: textOf(all[index - 1]?.requestId) } : [],
  );
  const lines: { ids: (string | undefined)[]; after?: string; messages: Message[] }[] = [];
  for (const [index, { request, after }] of [...removed, ...hidden].entries()) {
    const own = messagesOf(request, all.length + index, reading);
    const line = lines.find(({ ids }) => after !== undefined && ids.at(-1) === after);
    line?.messages.push(...own);
    line?.ids.push(textOf(request.requestId));
    if (!line) lines.push(present({ ids: [textOf(request.requestId)], after, messages: own }));
  }
  return lines.flatMap(({ after, messages: own }): Branch[] => {
    const forkedFrom = messages.findLast(
      ({ id, native }) => id === after || native?.requestId === after,
    )?.id;
    const last = messages.find(({ parentId }) => parentId === forkedFrom && forkedFrom)?.id;
    const [first] = linked(own, forkedFrom ?? undefined);
    return first === undefined
      ? []
      : [
          present({
            id: `before-${first.id}`,
            forkedFrom,
            reason: last === undefined ? "rewind" : "edit",
            messages: own,
          }),
        ];
  });
}

function chatSession(
  head: Head,
  document: JsonObject,
  messages: Message[],
  branches: Branch[],
  reading: Reading,
): Session {
  const { tally, subagents } = reading;
  const fields = new Fields(document, chatFields);
  fields.text("sessionId");
  fields.number("version");
  fields.json("requests");
  const repository = repositoryOf(document);
  const git = present({
    branch: textOf(repository.localBranch) ?? textOf(repository.branch),
    commit: textOf(repository.localHeadCommit) ?? textOf(repository.headCommit),
    remote: textOf(repository.remoteUrl),
  });
  const times = messages.flatMap(({ createdAt, completedAt }) => [createdAt, completedAt]);
  const last = [...times, fields.time("lastMessageDate")].reduce(latest, undefined);
  const custom = oneLine(fields.text("customTitle") ?? "");
  const startedAt = fields.time("creationDate");
  keepRest(reading, fields, "chat", tally);
  const { title, titleFrom, ...named } = head;
  const ownTitle = custom === undefined ? { title, titleFrom } : { title: custom };
  return sessionOf(present<typeof head>({ ...named, ...ownTitle }), {
    startedAt,
    updatedAt: last,
    git: Object.keys(git).length > 0 ? git : undefined,
    model: messages.findLast((message) => message.role === "assistant" && message.model)?.model,
    messages,
    branches: nonEmpty(branches),
    subagents: nonEmpty(subagents),
    records: tally.result(),
    native: reading.native,
  });
}

function latest(one: string | undefined, other: string | undefined): string | undefined {
  return one !== undefined && (other === undefined || one > other) ? one : other;
}
