import { present } from "@chatexport/core";
import type { Code, InlineCode, List, ListItem, Paragraph, Strong, Text } from "mdast";
import type {
  Body,
  DocumentNode,
  Fold,
  FoldContent,
  Label,
  Line,
  Omission,
  Remark,
  Section,
  SessionName,
  Word,
  Words,
} from "./nodes.js";
import { oneLine, visible } from "./text.js";

/** A Markdown text. */
export function body(markdown: string): Body {
  return { type: "body", value: visible(markdown) };
}

/** True when there is nothing in a body but blank lines. */
export function isBlank({ value }: Body): boolean {
  return !/[^ \t\n]/.test(value);
}

/** A code block without control characters; the language may be anything: "sh", "diff", the ending of a file name. */
export function code(text: string, language?: string): Code {
  return {
    type: "code",
    value: visible(text).trimEnd(),
    ...(language && { lang: language }),
  };
}

/** A few words over what follows. */
export function label(title: string, rest?: string): Label {
  return present({
    type: "label",
    title: plain(title),
    rest: oneLine(rest ?? "", Number.POSITIVE_INFINITY) || undefined,
  });
}

/** A paragraph of ours. */
export function paragraph(...children: Word[]): Paragraph {
  return { type: "paragraph", children };
}

/** A remark of ours in a conversation. */
export function remark(...children: Word[]): Remark {
  return { type: "remark", children };
}

/** A remark on what a document leaves out, and the option that shows it. */
export function omission(value: string, option: Omission["option"], whole?: string): Omission {
  return { type: "omission", value, option, ...(whole !== undefined && { whole }) };
}

/** A thing with a box before it. */
interface ChecklistItem {
  isChecked: boolean;
  words: Words;
}

/** Things with a box before them. */
export function checklist(items: readonly ChecklistItem[]): List {
  const children = items.map(
    ({ isChecked, words }): ListItem => ({
      type: "listItem",
      checked: isChecked,
      spread: false,
      children: [paragraph(...words)],
    }),
  );
  return { type: "list", spread: false, children };
}

/** A line that opens to blocks. */
export function fold(what: FoldContent, line: Line, children: Iterable<DocumentNode>): Fold {
  return { type: "fold", what, line, children: [...children] };
}

/** A part of a session beside the conversation, if there is anything in it. */
export function* section(
  section: Omit<Section, "type" | "children">,
  content: Iterable<DocumentNode>,
): Generator<Section> {
  const children = [...content];
  if (children.length > 0) yield { type: "section", ...section, children };
}

const longest = 200;

/** Words in which nothing is markup, in one line. */
export function text(value: string): Text {
  return { type: "text", value: plain(value) };
}

/** Important words. */
export function strong(value: string): Strong {
  return { type: "strong", children: [text(value)] };
}

/** Code in a line. */
export function inlineCode(value: string): InlineCode {
  return { type: "inlineCode", value: oneLine(value, Number.POSITIVE_INFINITY) };
}

/** The name of a session. */
export function sessionName(id: string): SessionName {
  return { type: "session", value: id };
}

/** The optional parts of a line; empty and undefined ones are left out. */
export interface Facts {
  tool?: string | undefined;
  code?: string | undefined;
  words?: string | undefined;
  outcome?: string | undefined;
}

/** A line with each part shortened to 200 characters. */
export function lineOf(lead: string, { tool, code, words, outcome }: Facts = {}): Line {
  return present({
    lead: oneLine(lead, longest),
    tool: shortened(tool),
    code: shortened(code),
    words: shortened(words),
    outcome: shortened(outcome),
  });
}

function shortened(text: string | undefined): string | undefined {
  return oneLine(text ?? "", longest) || undefined;
}

/** A text with every white space in it made one space. */
export function plain(value: string): string {
  return visible(value).replace(/\s+/g, " ");
}
