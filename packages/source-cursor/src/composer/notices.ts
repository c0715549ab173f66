import { type JsonObject, type NoticePart, present } from "@chatexport/core";
import { numberOf, objectOf, textOf, wordOf } from "@chatexport/core/read";
import { jsonObjectOf } from "../json-text.js";

/** What Cursor told its user in a bubble: an error (`errorDetails`), or a line about its own state. */
export function noticesOf(bubble: JsonObject): NoticePart[] {
  const notices: NoticePart[] = [];
  if (bubble.errorDetails) notices.push(...errorNotice(bubble.errorDetails));
  const status = textOf(objectOf(bubble.serviceStatusUpdate)?.message);
  if (status !== undefined)
    notices.push({ type: "notice", level: "info", text: status, code: "service-status" });
  return notices;
}

/**
 * `errorDetails` is an object or JSON in a string; its `error` is once more JSON in a string, with the
 * code and the words that the user saw.
 */
function errorNotice(value: JsonObject[string]): NoticePart[] {
  const error = jsonObjectOf(value);
  const inner = jsonObjectOf(error?.error);
  const details = objectOf(inner?.details);
  const seen = [textOf(details?.title), textOf(details?.detail)].filter(
    (text) => text !== undefined,
  );
  const text =
    seen.join(": ") ||
    (textOf(error?.message) ?? textOf(inner?.message) ?? textOf(error?.error) ?? textOf(value));
  if (text === undefined) return [];
  const statusCode = numberOf(error?.statusCode);
  return [
    present({
      type: "notice",
      level: "error",
      text,
      code: textOf(inner?.error) ?? (statusCode === undefined ? undefined : wordOf(statusCode)),
    }),
  ];
}
