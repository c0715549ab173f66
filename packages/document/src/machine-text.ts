import type { Json } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";

/*
 * Texts that a program wrote for a program, where a person reads: a model that was asked for JSON answers in it,
 * and a tool shows the error of a server as the server sent it.
 */

/** True when all of a text is an object of JSON, or a list of them, which prose would garble. */
export function isJson(text: string): boolean {
  return /^\s*(?:\{|\[\s*\{)/.test(text) && parsed(text) !== undefined;
}

/** The text of an error, with the message of a JSON body in place of the body: "400: the model is unknown". */
export function errorSentence(text: string): string {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}") + 1];
  const message = end > start && start !== -1 ? messageIn(text.slice(start, end)) : undefined;
  return message === undefined ? text : `${text.slice(0, start)}${message}${text.slice(end)}`;
}

/** The words of a person to a call that they refused, without those in which the tool says that they did. */
export function withoutRefusal(text: string): string {
  return text.replace(refusal, "");
}

/** "The user denied this operation." "Tool call rejected: " */
const refusal =
  /^(?:the )?(?:user|tool call|permission)\b[^:\n]{0,40}\b(?:rejected|denied|declined|allow)\b[^:\n]{0,99}(?::\s*|$)/i;

/** The message in a body as servers write them, maybe in another body: of an error, or of the body itself. */
function messageIn(body: string): string | undefined {
  const { error, message, detail } = objectOf(parsed(body)) ?? {};
  const said =
    textOf(objectOf(error)?.message) ?? textOf(error) ?? textOf(message) ?? textOf(detail);
  return said?.trimStart().startsWith("{") ? (messageIn(said) ?? said) : said;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
