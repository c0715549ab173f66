import { present } from "@chatexport/core";
import { byName } from "@chatexport/core/read";
import type { Fate } from "@chatexport/core/source";
import type { Conversation } from "./conversation.js";
import type { CodexRecord } from "./records.js";
import { says } from "./says.js";

type Reader = (record: CodexRecord, conversation: Conversation) => Fate;

/** Adds what a conversation by voice says; it goes on beside the turns of the model, which does not see it. */
export function readRealtime(record: CodexRecord, conversation: Conversation): Fate {
  return readers.get(record.payload.text("type") ?? "")?.(record, conversation) ?? "unknown";
}

const readers = byName<Reader>([
  [readSegment, "transcript_segment"],
  [readEnd, "realtime_session_closed"],
  // What is promoted is an item of the model, which stands where it was written.
  [() => ({ skipped: "bookkeeping" }), "realtime_session_started bem_item_promoted"],
]);

/** The spoken words of the person or the agent. */
function readSegment(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  const [role, text] = [payload.word(["user", "assistant"], "role"), payload.text("text")];
  if (role === undefined || text === undefined) return "unknown";
  conversation.response = undefined;
  return { kept: conversation.begin(record, role, [{ type: "text", text }], payload).message };
}

function readEnd(record: CodexRecord, conversation: Conversation): Fate {
  const { payload } = record;
  if (payload.text("outcome") !== "failed") return { skipped: "bookkeeping" };
  const [text, code] = [says.voiceFailed, payload.text("type")];
  return conversation.add(record, present({ type: "notice", level: "warning", text, code }));
}
