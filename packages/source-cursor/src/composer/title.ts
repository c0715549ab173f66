import type { JsonObject, Message, Session } from "@chatexport/core";
import { stringOf, textOf } from "@chatexport/core/read";
import { firstLineOf } from "./head.js";

/** Cursor's title of a conversation, else the first line of the first prompt, else its subtitle. */
export function titleOf(
  data: JsonObject,
  messages: readonly Message[],
): Pick<Session, "title" | "titleFrom"> {
  const name = textOf(stringOf(data.name)?.trim());
  if (name !== undefined) return { title: name, titleFrom: "generated" };
  for (const { role, parts } of messages) {
    if (role !== "user") continue;
    const line = firstLineOf(parts);
    if (line !== undefined) return { title: line, titleFrom: "first-message" };
  }
  const subtitle = textOf(stringOf(data.subtitle)?.trim());
  return subtitle === undefined ? {} : { title: subtitle, titleFrom: "generated" };
}
