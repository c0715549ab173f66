import { fragmentOf, type Line, type Word, type Words } from "@chatexport/document";
import type { InlineCode, Link, PhrasingContent } from "mdast";
import { inlineCode, strong, text } from "./nodes.js";

/** Words as Markdown; the name of a session leads to it where that is possible. */
export function phrasing(words: Words, references: References): PhrasingContent[] {
  return words.map((word) => wordOf(word, references));
}

function wordOf({ type, text: value }: Word, references: References): PhrasingContent {
  switch (type) {
    case "text":
      return text(value);
    case "strong":
      return strong(value);
    case "code":
      return inlineCode(value);
    case "session":
      return sessionReference(value, references);
    default:
      return type satisfies never;
  }
}

/** A line as Markdown. */
export function phrasingOf({ lead, code, words, outcome }: Line): PhrasingContent[] {
  const children: PhrasingContent[] = [text(words ? `${lead}: ${words}` : lead)];
  if (code) children.push(text(": "), inlineCode(code));
  if (outcome) children.push(text(` — ${outcome}`));
  return children;
}

/** A line as HTML. */
export function htmlOf({ lead, code, words, outcome }: Line): string {
  const subject = code
    ? `: <code>${escapeHtml(code)}</code>`
    : words
      ? `: ${escapeHtml(words)}`
      : "";
  return `${escapeHtml(lead)}${subject}${outcome ? ` — ${escapeHtml(outcome)}` : ""}`;
}

// By name, for people also read documents as they are written.
function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The sessions that the document can link to. */
export interface References {
  /** Link to the index through which other sessions are reached, where there is one. */
  index: string | undefined;
  /** Ids of the sessions that are in the document. */
  contained: ReadonlySet<string>;
  /** Links to other pages in the folder of the document, by id of the session. */
  pages: ReadonlyMap<string, string>;
}

/** The id of a session, which leads to it where that is possible. */
function sessionReference(id: string, references: References): InlineCode | Link {
  return linkToSession(id, references) ?? inlineCode(id);
}

/** A link to a session that is not in this document: to its page, else through the index, if there is one. */
export function linkToSession(
  id: string,
  { index, contained, pages }: References,
): Link | undefined {
  const page = pages.get(id);
  if (page !== undefined) return linkTo(page, id);
  if (index === undefined || contained.has(id)) return undefined;
  return linkTo(`${index}#${fragmentOf(id)}`, id);
}

function linkTo(url: string, id: string): Link {
  return { type: "link", url, children: [inlineCode(id)] };
}
