import { type Context, nonEmpty, type Parent, present, type Session } from "@chatexport/core";
import { readRecords, recordsOfLines } from "@chatexport/core/source";
import { type ChatRecord, chatRecordOf } from "./chat-record.js";
import { Conversation } from "./conversation.js";
import { readRecord } from "./read-record.js";

/** Reads the records of a chat, or of a sub-agent; `said` are texts of others. Throws when the file cannot be read. */
export async function readChat(
  path: string,
  context: Context,
  said?: Iterable<string>,
): Promise<Conversation> {
  const conversation = new Conversation(said);
  const { draft, tree } = conversation;
  const records = recordsOfLines(path, chatRecordOf, context);
  const readOne = (record: ChatRecord) => {
    conversation.meet(record);
    const fate = readRecord(record, conversation);
    tree.place(record);
    return fate;
  };
  await readRecords({ path, records, draftOf: () => draft }, readOne, context);
  conversation.end();
  return conversation;
}

/** The session that was read. */
export function sessionOf(path: string, id: string, conversation: Conversation): Session {
  const { draft, tree, cwd, branch, ...read } = conversation;
  const { active, branches } = tree.lines(draft.messages);
  return draft.session({
    id,
    source: "qwen",
    format: "qwen/jsonl",
    ...read.title,
    startedAt: read.startedAt,
    updatedAt: read.updatedAt,
    cwd,
    git: branch === undefined ? undefined : { branch },
    toolVersion: read.toolVersion,
    parent: parentOf(conversation),
    messages: active,
    branches: nonEmpty(branches),
    usage: read.usage,
    origin: { path },
    native: read.native,
  });
}

function parentOf(conversation: Conversation): Parent | undefined {
  const { copiedFrom, parentId, sessionId, isSubagent } = conversation;
  if (isSubagent) return present({ sessionId, relation: "subagent" });
  if (copiedFrom !== undefined) return { sessionId: copiedFrom, relation: "fork" };
  return parentId === undefined ? undefined : { sessionId: parentId, relation: "subagent" };
}
