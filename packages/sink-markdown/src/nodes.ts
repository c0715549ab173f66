import type { ToolCall } from "@chatexport/core";
import { oneLine, visible } from "@chatexport/document";
import type {
  Blockquote,
  Code,
  Emphasis,
  Heading,
  Html,
  InlineCode,
  ListItem,
  Literal,
  Paragraph,
  Parent,
  PhrasingContent,
  Strong,
  Text,
} from "mdast";
import { contain } from "./contain/contain.js";

declare module "mdast" {
  interface ListItem {
    /** The call that the item is about. */
    call?: ToolCall;
  }
  interface Paragraph {
    /** The call that the line is about. */
    call?: ToolCall;
  }
  interface RootContentMap {
    verbatim: Verbatim;
    details: Details;
  }
  interface PhrasingContentMap {
    verbatim: Verbatim;
  }
}

/** Markdown that is written as it is: a body that was made harmless before, or a mark of ours. */
export interface Verbatim extends Literal {
  type: "verbatim";
  /** It ends in a list or in indented code, which the next block could go on with. */
  open?: boolean;
}

/** A line that opens, in HTML, to what it holds. */
export interface Details extends Parent {
  type: "details";
  /** HTML of ours. */
  summary: string;
  /** The call whose details these are. */
  call?: ToolCall;
}

/** An untrusted Markdown text, made harmless. */
export function body(markdown: string): Verbatim {
  return { type: "verbatim", ...contain(markdown) };
}

/** A heading of the document. */
export function heading(depth: Heading["depth"], title: string): Heading {
  return { type: "heading", depth, children: [text(title)] };
}

/** A paragraph. */
export function paragraph(...children: PhrasingContent[]): Paragraph {
  return { type: "paragraph", children };
}

/** A remark of ours in a conversation. */
export function remark(...children: PhrasingContent[]): Blockquote {
  return { type: "blockquote", children: [paragraph(...children)] };
}

/** A bold line instead of a heading. */
export function label(title: string, rest?: string): Paragraph {
  return paragraph(strong(title), ...(rest ? [text(` · ${rest}`)] : []));
}

/** The title of a part of a session, in bold where headings would be the document's. */
export function sectionTitle(title: string, isFolded: boolean): Heading | Paragraph {
  return isFolded ? label(title) : heading(2, title);
}

/** A code block; the language may be anything. */
export function code(value: string, language?: string): Code {
  return { type: "code", value, ...(language && { lang: language }) };
}

/** Text in one line, in which nothing is markup. */
export function text(value: string): Text {
  return { type: "text", value: visible(value).replace(/\s+/g, " ") };
}

/** Bold text. */
export function strong(value: string): Strong {
  return { type: "strong", children: [text(value)] };
}

/** Words that are said beside the others. */
export function emphasis(value: string): Emphasis {
  return { type: "emphasis", children: [text(value)] };
}

/** Code in a line. */
export function inlineCode(value: string): InlineCode {
  return { type: "inlineCode", value: oneLine(value, Number.POSITIVE_INFINITY) };
}

/** HTML of ours. */
export function html(value: string): Html {
  return { type: "html", value };
}

/** An item; those that follow each other are one list. */
export function listItem(children: PhrasingContent[]): ListItem {
  return { type: "listItem", spread: false, children: [paragraph(...children)] };
}
