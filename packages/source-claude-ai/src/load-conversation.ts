import {
  type AccountExports,
  countCopy,
  type ExportedConversation,
  type ExportLocator,
} from "@chatexport/account-exports";
import {
  type Branch,
  type Context,
  nonEmpty,
  present,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import { listOf, objectOf, TallyCounter, textOf } from "@chatexport/core/read";
import { keepRest, malformedEntry } from "@chatexport/core/source";
import { type Entry, type Line, linesOf } from "./branches.js";
import { format, hasContent, headOf, messagesOf, pointer } from "./conversations.js";
import { unknownSender } from "./diagnostics.js";
import { fieldsOf } from "./fields.js";
import { lineMessages, type MessageContext } from "./messages.js";
import { pairResults } from "./tool-calls.js";
import { artifactTitles } from "./tool-details.js";

/** Loads a conversation. Rejects when the export has changed since it was listed. */
export async function loadConversation(
  id: string,
  { copies = [], ...location }: ExportLocator,
  exports: AccountExports,
  context: Context,
): Promise<Session> {
  const conversation = await exports.read(id, location, context);
  const { path, index } = location;
  const tally = new TallyCounter();
  const entries = entriesOf(conversation, tally, context);
  for (const copy of copies)
    countCopy(copy, knownOf(await exports.read(id, copy, context), conversation), tally, context);

  const messageContext: MessageContext = {
    conversation: index,
    pairs: pairResults(entries),
    titles: artifactTitles(entries),
    tally,
    ids: new Set(),
    written: new Map(),
    unknown: new Map(),
    rest: {},
  };
  const { active, branches } = linesOf(entries);
  const messages = lineMessages(active.entries, undefined, messageContext);
  const left = branches.flatMap((line) => branchOf(line, messageContext));
  for (const [sender, entry] of messageContext.unknown)
    context.report(unknownSender(path, pointer(index, entry.index), sender));
  const fields = fieldsOf(conversation.data);
  // The head has these.
  for (const name of ["uuid", "name"]) fields.text(name);
  for (const name of ["created_at", "updated_at"]) fields.time(name);
  fields.fitting("chat_messages", (value) => listOf(value) !== undefined);
  keepRest(messageContext.rest, fields, "conversation", tally);
  return present({
    schemaVersion,
    id,
    source: "claude-ai",
    format,
    ...headOf(conversation.data),
    messages,
    branches: nonEmpty(left),
    records: tally.result(),
    origin: { path, at: pointer(index) },
    native: messageContext.rest.native,
  });
}

/** The messages that are records, with the others counted; the conversation is a record, too. */
function entriesOf(
  { location: { path, index }, data }: ExportedConversation,
  tally: TallyCounter,
  { report }: Context,
): Entry[] {
  const messages = messagesOf(data);
  tally.read(messages.length + 1);
  tally.keep();
  return messages.flatMap((item, at): Entry[] => {
    const message = objectOf(item);
    if (message) return [{ index: at, message }];
    tally.malformed();
    report(malformedEntry(path, pointer(index, at)));
    return [];
  });
}

/** Which messages of an earlier export the later one has, too; one without content has nothing to lose. */
function knownOf({ data }: ExportedConversation, latest: ExportedConversation): boolean[] {
  const known = new Set(messagesOf(latest.data).map((message) => textOf(objectOf(message)?.uuid)));
  return messagesOf(data).map((item) => {
    const message = objectOf(item);
    return message === undefined || known.has(textOf(message.uuid)) || !hasContent(message);
  });
}

function branchOf({ entries, branch }: Line, context: MessageContext): Branch[] {
  const forkedFrom = branch?.from && context.written.get(branch.from)?.id;
  const messages = lineMessages(entries, branch?.from, context);
  const [first] = messages;
  if (!first || !branch) return [];
  return [present({ id: first.id, forkedFrom, reason: branch.reason, messages })];
}
