import { present } from "@chatexport/core";
import type {
  Block,
  BodyBlock,
  ChecklistBlock,
  CodeBlock,
  FoldBlock,
  FoldContent,
  LabelBlock,
  Line,
  ParagraphBlock,
  RemarkBlock,
  SectionBlock,
  Word,
} from "./block.js";
import type { Cut } from "./cut.js";
import { oneLine, visible } from "./text.js";

/** A Markdown text. */
export function body(markdown: string | Cut): BodyBlock {
  const { text, ...whole } = endsOf(markdown);
  return { type: "body", markdown: visible(text), ...whole };
}

/** Whether there is anything in a body but blank lines. */
export function isBlank({ markdown }: BodyBlock): boolean {
  return !/[^ \t\n]/.test(markdown);
}

/** A code block; the language may be anything. */
export function code(value: string | Cut, language?: string): CodeBlock {
  const { text, ...whole } = endsOf(value);
  return { type: "code", text: visible(text).trimEnd(), ...(language && { language }), ...whole };
}

/** A few words over what follows. */
export function label(title: string, rest?: string): LabelBlock {
  return present({
    type: "label",
    title: plain(title),
    rest: oneLine(rest ?? "", Number.POSITIVE_INFINITY) || undefined,
  });
}

/** A paragraph of ours. */
export function paragraph(...words: Word[]): ParagraphBlock {
  return { type: "paragraph", words };
}

/** A remark of ours in a conversation. */
export function remark(...words: Word[]): RemarkBlock {
  return { type: "remark", words };
}

/** Things with a box before them. */
export function checklist(items: ChecklistBlock["items"]): ChecklistBlock {
  return { type: "checklist", items };
}

/** A line that opens to blocks. */
export function fold(what: FoldContent, line: Line, blocks: Iterable<Block>): FoldBlock {
  return { type: "fold", what, line, blocks };
}

/** A part of a session that stands beside the conversation, if there is anything in it. */
export function* section(section: Omit<SectionBlock, "type">): Generator<SectionBlock> {
  const blocks = section.blocks[Symbol.iterator]();
  const first = blocks.next();
  if (first.done) return;
  yield { type: "section", ...section, blocks: begun(first.value, blocks) };
}

function* begun(first: Block, rest: Iterator<Block>): Generator<Block> {
  yield first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

function endsOf(value: string | Cut): Cut {
  return typeof value === "string" ? { text: value } : value;
}

const longest = 200;

/** Words in which nothing is markup, in one line. */
export function text(value: string): Word {
  return { type: "text", text: plain(value) };
}

/** Important words. */
export function strong(value: string): Word {
  return { type: "strong", text: plain(value) };
}

/** Code in a line. */
export function inlineCode(value: string): Word {
  return { type: "code", text: oneLine(value, Number.POSITIVE_INFINITY) };
}

/** The name of a session. */
export function sessionName(id: string): Word {
  return { type: "session", text: id };
}

/** The optional parts of a line; empty and undefined ones are left out. */
export interface Facts {
  code?: string | undefined;
  words?: string | undefined;
  outcome?: string | undefined;
}

/** A line with each part shortened to 200 characters. */
export function lineOf(lead: string, { code, words, outcome }: Facts = {}): Line {
  return present({
    lead: oneLine(lead, longest),
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
