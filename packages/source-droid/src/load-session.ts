import { type Context, nonEmpty, present, type Session, type Usage } from "@chatexport/core";
import {
  bothEnds,
  type Fields,
  keepRest,
  markCopies,
  readRecords,
  recordBeside,
  recordsOfLines,
  todoListFile,
} from "@chatexport/core/source";
import { Conversation } from "./conversation.js";
import { fieldsOf } from "./fields.js";
import { listedOf, parentFile, settingsFile, titleOf } from "./listed.js";
import { type DroidRecord, readRecord, recordOf } from "./read-record.js";

/** Loads a session. Throws when its file cannot be read. */
export async function loadSession(path: string, id: string, context: Context): Promise<Session> {
  const conversation = new Conversation();
  const { draft, tree } = conversation;
  const file = { path, records: recordsOfLines(path, recordOf, context), draftOf: () => draft };
  const readOne = (record: DroidRecord) => {
    const fate = readRecord(record, conversation);
    if (record.type.startsWith("message")) tree.place(record);
    return fate;
  };
  await readRecords(file, readOne, context);
  const settings = fieldsOf(recordBeside(settingsFile(path), draft, context) ?? {});
  const counts = settings.object("tokenUsage");
  const usage = counts && usageOf(counts);
  const model = settings.text("model");
  keepRest(conversation, settings, "settings", draft.tally);
  const ends = bothEnds(path);
  const listed = listedOf(ends, path);
  const sessionId = listed?.parent?.sessionId;
  markCopies(draft.messages, { path: parentFile(ends, path), sessionId });
  const { active, branches } = tree.lines(draft.messages);
  return draft.session({
    source: "droid",
    format: "droid/jsonl",
    ...listed,
    ...titleOf(ends.head),
    id,
    model,
    messages: active,
    branches: nonEmpty(branches),
    attachments: nonEmpty(todoListFile(conversation.todos, active)),
    usage,
    origin: { path },
    native: conversation.native,
  });
}

/** The tokens of a whole session, whose input leaves caches out; undefined where all are zero. */
function usageOf(counts: Fields): Usage | undefined {
  const [input, read, write] = [
    counts.number("inputTokens"),
    counts.number("cacheReadTokens"),
    counts.number("cacheCreationTokens"),
  ];
  const output = counts.number("outputTokens");
  const reasoningTokens = counts.number("thinkingTokens");
  if (!input && !read && !write && !output) return undefined;
  return present<Usage>({
    inputTokens: input === undefined ? undefined : input + (read ?? 0) + (write ?? 0),
    outputTokens: output,
    cacheReadTokens: read,
    cacheWriteTokens: write,
    reasoningTokens: reasoningTokens || undefined,
  });
}
