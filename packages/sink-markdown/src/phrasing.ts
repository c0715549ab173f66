import { fragmentOf, type Line } from "@chatexport/document";
import type { InlineCode, Link, PhrasingContent } from "mdast";
import { inlineCode, text } from "./nodes.js";

/** Words as Markdown; the name of a session leads to it where that is possible. */
export function phrasing(
  words: readonly PhrasingContent[],
  references: References,
): PhrasingContent[] {
  return words.map((word) =>
    word.type === "session" ? sessionReference(word.value, references) : word,
  );
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
  /** Ids of the sub-agents to whose page the fold of a call leads; lowering adds to it. */
  linked: Set<string>;
}

/** The id of a session, which leads to it where that is possible. */
export function sessionReference(id: string, references: References): InlineCode | Link {
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
