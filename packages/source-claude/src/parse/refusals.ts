import type { JsonObject, Message, NoticePart } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
import { says } from "../says.js";

/*
 * The reason why a model refused to answer. `stop_details` of a response says it, and nothing else does
 * (2.1.114 and later); a refusal without any answer has a system record (2.1.330).
 */

/** Ends a message with the reason for which the model stopped, if it refused to go on. */
export function noteRefusal(message: Message, { model, stop_details }: JsonObject): void {
  const details = objectOf(stop_details);
  if (details?.type !== "refusal") return;
  const text = refusal(model, details.category, details.explanation);
  const notice: NoticePart = { type: "notice", level: "warning", text, code };
  // Each record of a response repeats it.
  message.parts = message.parts.filter((part) => part.type !== "notice" || part.code !== code);
  message.parts.push(notice);
}

const code = "refusal";

/** A refusal in a line. */
export function refusal(model: unknown, category: unknown, explanation: unknown): string {
  const kind = textOf(category);
  const reason = textOf(explanation);
  const refused = `${textOf(model) ?? says.model} ${says.refused}${kind === undefined ? "" : ` (${kind})`}`;
  return reason === undefined ? refused : `${refused}: ${reason}`;
}
