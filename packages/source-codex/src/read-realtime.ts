import { byName, nameSet, textOf, wordOf } from "@chatexport/core/read";
import type { Conversation } from "./conversation.js";
import { unread } from "./fields.js";
import type { CodexRecord, Fate } from "./records.js";

type Reader = (record: CodexRecord, conversation: Conversation) => Fate;

/** Adds what a conversation by voice says; it goes on beside the turns of the model, which does not see it. */
export function readRealtime(record: CodexRecord, conversation: Conversation): Fate {
  return readers.get(wordOf(record.payload.type))?.(record, conversation) ?? "unknown";
}

const readers = byName<Reader>([
  [readSegment, "transcript_segment"],
  [readEnd, "realtime_session_closed"],
  // What is promoted is an item of the model, which stands where it was written.
  [() => ({ skipped: "bookkeeping" }), "realtime_session_started bem_item_promoted"],
]);

/** What the person or the agent said aloud. */
function readSegment(record: CodexRecord, conversation: Conversation): Fate {
  const { role, text, id } = record.payload;
  const said = textOf(text);
  if (said === undefined || (role !== "user" && role !== "assistant")) return "unknown";
  conversation.response = undefined;
  const { message } = conversation.begin(record, role, [{ type: "text", text: said }], textOf(id));
  const native = unread(record.payload, nameSet("type role text id"));
  if (native) message.native = { ...message.native, ...native };
  return "kept";
}

function readEnd(record: CodexRecord, conversation: Conversation): Fate {
  const { outcome, type } = record.payload;
  if (outcome !== "failed") return { skipped: "bookkeeping" };
  const text = "The conversation by voice failed.";
  return conversation.add(record, { type: "notice", level: "warning", text, code: wordOf(type) });
}
