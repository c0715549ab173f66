import { type NoticePart, present } from "@chatexport/core";
import { objectOf, objectsOf, textOf } from "@chatexport/core/read";
import type { Fate, Fields } from "@chatexport/core/source";
import type { Conversation } from "./conversation.js";
import type { CodexRecord } from "./records.js";
import { says } from "./says.js";

/** Adds that a review began, or what it found. */
export function readReview(record: CodexRecord, item: Fields, conversation: Conversation): Fate {
  const isOver = /^exited/i.test(item.text("type") ?? "");
  const hint = isOver ? undefined : item.text("user_facing_hint");
  const native = item.rest();
  const output = objectOf(native?.review_output);
  const findings = objectsOf(output?.findings);
  const explanation = textOf(output?.overall_explanation);
  const said = findings.map(({ title, body }) => `${textOf(title) ?? ""}\n${textOf(body) ?? ""}`);
  const found = [explanation ?? "", ...said].filter((text) => text.trim() !== "");
  const notice = present<NoticePart>({
    type: "notice",
    level: "info",
    text: isOver
      ? [says.reviewOver, ...found].join("\n\n")
      : `${says.reviewBegan}${hint ? `: ${hint}` : "."}`,
    native,
  });
  const sign = textOf(findings[0]?.title) ?? explanation;
  if (isOver && sign) conversation.review = { notice, sign };
  conversation.reviewed = hint === undefined ? undefined : { notice, hint };
  return conversation.add(record, notice);
}

/** Takes the findings out of the notice when the answer repeats them. */
export function shortenReview(answer: string, conversation: Conversation): void {
  const { review } = conversation;
  if (!review || !answer.includes(review.sign)) return;
  review.notice.text = says.reviewOver;
  conversation.review = undefined;
}

/** Takes what is reviewed out of the notice when the prompt that follows says it. */
export function shortenBegin(prompt: string, conversation: Conversation): void {
  const { reviewed } = conversation;
  if (prompt.trim() === reviewed?.hint.trim()) reviewed.notice.text = `${says.reviewBegan}.`;
  conversation.reviewed = undefined;
}
