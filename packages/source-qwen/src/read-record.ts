import { present } from "@chatexport/core";
import { type Fate, recordReaders } from "@chatexport/core/source";
import type { ChatRecord } from "./chat-record.js";
import { contentOf, partsOf } from "./content.js";
import type { Conversation } from "./conversation.js";
import { notes } from "./notes.js";
import { readPrompt } from "./prompts.js";
import { readResult } from "./results.js";
import { usageOf } from "./usage.js";

/** Adds what a record says to its conversation. */
export const readRecord = recordReaders<ChatRecord, [Conversation]>({
  user: readPrompt,
  assistant: readAnswer,
  tool_result: readResult,
  ...notes,
  // What a sub-agent was told of the conversation of its parent.
  "system/agent_bootstrap": { skipped: "repeated" },
  "system/attribution_snapshot system/file_history_snapshot system/user_text_elements": leave,
  "system/session_execution_engine system/branch_checkpoint system/goal_turn_end": leave,
  "system/agent_session_ready system/agent_retry system/session_sources_snapshot": leave,
  "system/session_artifact_event system/session_artifact_snapshot": leave,
});

/** Leaves out a record of the state of the tool, whatever it says. */
function leave({ fields }: ChatRecord): Fate {
  fields.all();
  return { skipped: "bookkeeping" };
}

/** An answer of the model. The transcript of a sub-agent has the calls of an answer on further lines. */
function readAnswer(record: ChatRecord, conversation: Conversation): Fate {
  const { envelope, createdAt } = record;
  const contents = contentOf(record);
  if (!contents) return "unknown";
  const subtype = envelope.word(["realtime_message"], "subtype");
  const parts = partsOf(contents, "tool");
  for (const part of parts)
    if (part.type === "tool-call") Object.assign(part, present({ startedAt: createdAt }));
  const counts = envelope.object("usageMetadata");
  const before = conversation.tree.above(record);
  if (before?.role === "assistant" && !counts && !subtype && envelope.text("agentId")) {
    conversation.join(record, before, parts);
    return { kept: before };
  }
  const more = { model: envelope.text("model"), usage: counts && usageOf(counts) };
  return { kept: conversation.begin(record, "assistant", parts, more) };
}
