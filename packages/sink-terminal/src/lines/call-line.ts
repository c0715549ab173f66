import { safeLine, type ToolCall } from "@chatexport/core";
import type { Line } from "@chatexport/document";
import width from "fast-string-width";
import type { PhrasingContent } from "mdast";
import { fit } from "./fit.js";
import { harmlessLine } from "./harmless.js";
import type { Ink } from "./ink.js";
import { behind, type Layout } from "./layout.js";
import { wrapped } from "./wrap.js";

/** The line of a fold or a call: in full detail all of it, else as much as fits. */
export function* lineRows(line: Line, isFailed: boolean, layout: Layout): Generator<string> {
  const { ink, detail } = layout;
  const mark = isFailed ? ink.failed("✗") : ink.quiet("▸");
  yield* behind([`${mark} `, "  "], 2, layout, ({ columns }) => {
    const parts = detail === "full" ? partsOf(line) : fitted(partsOf(line), columns);
    return wrapped(painted(parts, isFailed, ink), columns);
  });
}

/** True when a call did not do what it was to do. */
export function hasFailed(call: ToolCall | undefined): boolean {
  if (!call) return false;
  const { status, result } = call;
  const isOver = status === "failed" || status === "cancelled" || status === "rejected";
  return isOver || Boolean(result?.exitCode);
}

/** The parts of a line; one that is not there is empty. */
interface Parts {
  lead: string;
  subject: string;
  isCode: boolean;
  outcome: string;
}

function partsOf({ lead, code, words = "", outcome = "" }: Line): Parts {
  const subject = safeLine(code ?? words);
  return { lead: safeLine(lead), subject, isCode: code !== undefined, outcome: safeLine(outcome) };
}

/** The parts, cut so that they fit; what came of it has a third of the room if it needs as much. */
function fitted(parts: Parts, columns: number): Parts {
  const lead = fit(parts.lead, columns);
  // Between the parts stand spaces and a dash, and around code marks where there are no colours.
  const room = Math.max(columns - width(lead) - 6, 2);
  const needed = parts.subject === "" ? 0 : width(parts.subject);
  const outcome = fit(parts.outcome, Math.max(room - needed, Math.floor(room / 3)));
  const subject = fit(parts.subject, room - width(outcome));
  return { ...parts, lead, subject, outcome };
}

function painted({ lead, subject, isCode, outcome }: Parts, isFailed: boolean, ink: Ink): string {
  const what = isCode ? ink.code(subject) : ink.text(subject);
  const result = isFailed ? ink.failed(`— ${outcome}`) : ink.quiet(`— ${outcome}`);
  return [ink.text(lead), subject && what, outcome && result]
    .filter((part) => part !== "")
    .join(" ");
}

/** Words of ours about a session. */
export function paintedWords(words: readonly PhrasingContent[], ink: Ink): string {
  return words.map((word) => paintedWord(word, ink)).join("");
}

function paintedWord(word: PhrasingContent, ink: Ink): string {
  switch (word.type) {
    case "strong":
      return ink.strong(word.children.map(plainWord).join(""));
    case "inlineCode":
    case "session":
      return ink.code(plainWord(word));
    default:
      return ink.text(plainWord(word));
  }
}

function plainWord(word: PhrasingContent): string {
  return "value" in word ? harmlessLine(word.value) : "";
}
