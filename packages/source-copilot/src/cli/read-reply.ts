import { present, type ToolCall } from "@chatexport/core";
import { nameSet, objectOf, textOf } from "@chatexport/core/read";
import { unread } from "../fields.js";
import type { Conversation } from "./conversation.js";
import type { CliEvent, Fate } from "./event.js";
import type { Reading } from "./reading.js";

/* What a person says to a call: to a question, a plan, or one that asks for permission. */

/** Who refused a call, and what a person said to it; without the call, a notice has that. */
export function readPermission(
  event: CliEvent,
  conversation: Conversation,
  reading: Reading,
): Fate {
  const { data } = event;
  const call = reading.calls.get(textOf(data.toolCallId) ?? "");
  const outcome = objectOf(data.result) ?? {};
  const kind = textOf(outcome.kind) ?? "";
  if (!kind.startsWith("denied")) return { skipped: "bookkeeping" };
  // Rules answer in the place of a person, too (1.0.102).
  const isOwn = (textOf(data.decisionSource) ?? "human_response") === "human_response";
  const isUser = isOwn && kind.includes("user") && !kind.includes("could-not");
  const feedback = isUser ? textOf(outcome.feedback) : undefined;
  const rest = unread(outcome, nameSet(feedback === undefined ? "kind" : "kind feedback"));
  const native = unread({ ...data, result: rest ?? null }, nameSet("requestId toolCallId"));
  if (!call && feedback !== undefined)
    return conversation.add(
      event,
      present({
        type: "notice",
        level: "info",
        text: `Rejected: ${feedback}`,
        code: event.type,
        native,
      }),
    );
  if (!call) return { skipped: "bookkeeping" };
  call.status = "rejected";
  call.rejectedBy = kind.includes("hook") ? "hook" : isUser ? "user" : "rule";
  if (native) call.native = { ...call.native, ...native };
  if (feedback !== undefined) reading.feedback.set(call, feedback);
  addFeedback(call, reading);
  return "kept";
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

/** What a person answered to the question of a call, which gets it; of a plan, a notice has what was said (1.0.102). */
export function readResponse(
  event: CliEvent,
  conversation: Conversation,
  { calls }: Reading,
): Fate {
  const { data, type } = event;
  const call = calls.get(textOf(data.toolCallId) ?? "");
  const response = objectOf(data.response) ?? {};
  const [asked, ...others] = call?.kind === "question" ? (call.questions ?? []) : [];
  const answer = textOf(response.answer);
  if (call && asked && others.length === 0 && asked.text === response.question && answer) {
    asked.answers = [answer];
    const rest = unread(response, nameSet("question answer choices"));
    const native = unread({ ...data, response: rest ?? null }, nameSet("toolCallId requestId"));
    call.native = { ...call.native, ...native };
    return "kept";
  }
  const said = answer ?? textOf(response.feedback);
  const text = said === undefined ? "A question was answered." : `Answer: ${said}`;
  const native = unread(data, nameSet("requestId"));
  return conversation.add(
    event,
    present({ type: "notice", level: "info", text, code: type, native }),
  );
}
