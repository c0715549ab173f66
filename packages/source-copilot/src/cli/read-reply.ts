import { present, type ToolCall } from "@chatexport/core";
import type { Fate } from "@chatexport/core/source";
import { says } from "../says.js";
import type { Conversation } from "./conversation.js";
import type { CliEvent } from "./event.js";
import type { Reading } from "./reading.js";

/* A person's words about a call: to a question, a plan, or one that asks for permission. */

/** Reads who refused a call, and what a person said to it; without the call, a notice has that. */
export function readPermission(
  event: CliEvent,
  conversation: Conversation,
  reading: Reading,
): Fate {
  const { fields: data } = event;
  const call = reading.calls.get(data.text("toolCallId") ?? "");
  const outcome = data.object("result");
  const kind = outcome?.text("kind");
  if (kind === undefined) return "unknown";
  if (!kind.startsWith("denied")) return { skipped: "bookkeeping" };
  // Rules answer in the place of a person, too (1.0.102).
  const decision = data.text("decisionSource");
  const isOwn = (decision ?? "human_response") === "human_response";
  const isUser = isOwn && kind.includes("user") && !kind.includes("could-not");
  const feedback = isUser ? outcome?.text("feedback") : undefined;
  const native = decision === undefined ? undefined : { decisionSource: decision };
  if (!call) {
    const text = feedback === undefined ? says.refused : `${says.refusedBecause} ${feedback}`;
    return conversation.add(
      event,
      present({ type: "notice", level: "info", text, code: event.type, native }),
    );
  }
  call.status = "rejected";
  call.rejectedBy = kind.includes("hook") ? "hook" : isUser ? "user" : "rule";
  if (native) call.native = { ...call.native, ...native };
  if (feedback !== undefined) reading.feedback.set(call, feedback);
  addFeedback(call, reading);
  return { kept: call };
}

/** Puts what a person said to a call before what the tool made of that. */
export function addFeedback(call: ToolCall, { feedback }: Reading): void {
  const text = feedback.get(call);
  if (text === undefined) return;
  const told = (call.result?.content ?? []).map((part) =>
    part.type === "text" ? { ...part, synthetic: "notification" as const } : part,
  );
  call.result = { ...call.result, content: [{ type: "text", text }, ...told], isError: true };
}

/**
 * A person's answer to the question of a call, which gets it; of a plan, a notice has it (1.0.102).
 */
export function readResponse(
  event: CliEvent,
  conversation: Conversation,
  { calls }: Reading,
): Fate {
  const { fields: data, type } = event;
  const toolCallId = data.text("toolCallId");
  const call = calls.get(toolCallId ?? "");
  const response = data.object("response");
  const [asked, ...others] = call?.kind === "question" ? (call.questions ?? []) : [];
  const answer = response?.text("answer");
  const isOnly = asked && others.length === 0 && response?.word([asked.text], "question");
  if (call && isOnly && answer) {
    asked.answers = [answer];
    return { kept: call };
  }
  const said = answer ?? response?.text("feedback");
  const text = said === undefined ? says.answered : `${says.answer} ${said}`;
  const native = toolCallId === undefined ? undefined : { toolCallId };
  return conversation.add(
    event,
    present({ type: "notice", level: "info", text, code: type, native }),
  );
}
