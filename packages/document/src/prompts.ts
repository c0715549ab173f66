import { type Message, type Part, present, type Session } from "@chatexport/core";
import { oneLine, withoutTemplate } from "@chatexport/core/read";
import { messageAnchors } from "./links.js";
import { firstLine, isLegible, visible, withoutMarks } from "./text.js";

/** A prompt as an entry of a table of contents. */
export interface PromptEntry {
  /** Counted from 1, as in its turn. */
  number: number;
  /** As of its message in the document. */
  anchor: string;
  /** The first line that was written; absent when the prompt is only files. */
  line?: string;
}

/** The prompts on the active branch of a session, in order. */
export function promptsOf(session: Session): PromptEntry[] {
  const anchors = messageAnchors(session);
  const numbers = promptNumbers(session);
  return session.messages.filter(isPrompt).flatMap((message) => {
    const [number, anchor] = [numbers.get(message.id), anchors.get(message)];
    if (number === undefined || anchor === undefined) return [];
    return [present({ number, anchor, line: lineOf(message) })];
  });
}

function lineOf({ parts }: Message): string | undefined {
  for (const part of parts)
    if (part.type === "text" && !part.synthetic && isLegible(part.text))
      return withoutMarks(firstLine(part.text));
  return undefined;
}

const mostCharacters = 60;

/**
 * The beginning of a prompt, for a heading: its first line with words, and those over which it was wrapped, without
 * marks of Markdown, up to a whole word.
 */
export function firstWords({ parts }: Message): string | undefined {
  const texts = parts.flatMap((part) => (part.type === "text" && !part.synthetic ? part.text : []));
  const lines = visible(withoutTemplate(texts.join("\n")))
    .split("\n")
    .map(unmarked);
  const first = lines.findIndex((each) => /[\p{L}\p{N}]/u.test(each));
  let line = lines[first];
  if (line === undefined) return undefined;
  for (const next of lines.slice(first + 1)) {
    if (/[.!?:;…]$/.test(line) || !/^\p{Ll}/u.test(next)) break;
    line += ` ${next}`;
  }
  return oneLine(line.replace(/[:,;]$/, ""), mostCharacters);
}

/** A line without what makes it a heading, an item, a quotation or a fence, and without the places of images. */
function unmarked(line: string): string {
  return line
    .replace(/\[Image #\d+\]/g, "")
    .replace(/^\s*(?:[#>*+-]+\s|`{3}.*)/, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The numbers of the prompts on the active branch, counted from 1, by the id of the message. */
export function promptNumbers({ messages }: Session): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const message of messages) if (isPrompt(message)) numbers.set(message.id, numbers.size + 1);
  return numbers;
}

/** True when a person wrote the message, or it holds the task of a sub-agent. */
export function isPrompt(message: Message): boolean {
  return message.role === "user" && !message.synthetic && message.parts.some(isWritten);
}

function isWritten(part: Part): boolean {
  if (part.type === "text") return part.synthetic === undefined && part.text.trim() !== "";
  return part.type === "file" && part.from !== "tool";
}
