import type { Session } from "@chatexport/core";
import {
  type Block,
  type DocumentOptions,
  documentOf,
  type EndBlock,
  type Line,
  settingsOf,
  type Word,
  type Words,
} from "../src/index.js";

/** How much an outline says: the words alone, or also what is code, checked, strong or in a language. */
type Style = "words" | "marks";

/** The blocks of a document, one line for each, nested ones further in. */
export function outlineOf(session: Session, options: DocumentOptions = {}): string[] {
  return [...linesOf(documentOf(session, settingsOf(options)).blocks, "", "words")];
}

/** The same as one text, with marks: `code`, **strong**, [x], (language). */
export function outline(session: Session, options: DocumentOptions = {}): string {
  const { blocks } = documentOf(session, settingsOf(options));
  return [...linesOf(blocks, "", "marks")].join("\n");
}

function* linesOf(blocks: Iterable<Block>, indent: string, style: Style): Generator<string> {
  for (const block of blocks) {
    if (block.type === "end") continue;
    yield `${indent}${lineOf(block, style)}`.replaceAll(
      "\n",
      `\n${style === "marks" ? indent : ""}`,
    );
    if ("blocks" in block) yield* linesOf(block.blocks, `${indent}  `, style);
  }
}

function lineOf(block: Exclude<Block, EndBlock>, style: Style): string {
  switch (block.type) {
    case "turn": {
      const { role, number, speaker, time, model } = block;
      const facts = [number, speaker, time, model].filter((fact) => fact !== undefined);
      return `${role}: ${facts.join(" ")}`;
    }
    case "message":
      return `message #${block.anchor}`;
    case "section":
      return `section ${block.what}: ${block.title}`;
    case "fold":
    case "call":
      return style === "words"
        ? [block.type, ...Object.values(block.line)].join(" ")
        : `${block.type}${block.type === "fold" ? ` ${block.what}` : ""}: ${markedLine(block.line)}`;
    case "body":
      return `body ${block.markdown}`;
    case "code": {
      const language = style === "marks" && block.language ? ` (${block.language})` : "";
      return `code${language} ${block.text}`;
    }
    case "label":
      return ["label", block.title, block.rest ?? []].flat().join(" ");
    case "notice":
      return style === "words" ? `notice ${block.text}` : `notice (${block.level}) ${block.text}`;
    case "remark":
    case "paragraph":
      return `${block.type} ${textOf(block.words, style)}`;
    case "checklist":
      return style === "words"
        ? `checklist ${block.items.map(({ words }) => textOf(words, style)).join(", ")}`
        : block.items
            .map(({ isChecked, words }) => `[${isChecked ? "x" : " "}] ${textOf(words, style)}`)
            .join("\n");
    case "asset":
      return block.type;
    default:
      return block satisfies never;
  }
}

function markedLine({ lead, code, words, outcome }: Line): string {
  return [lead, code && `\`${code}\``, words, outcome && `— ${outcome}`].filter(Boolean).join(" ");
}

function textOf(words: Words, style: Style): string {
  return words.map((word) => (style === "words" ? word.text : marked(word))).join("");
}

function marked({ type, text }: Word): string {
  if (type === "strong") return `**${text}**`;
  return type === "text" ? text : `\`${text}\``;
}
