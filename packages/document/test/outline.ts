import type { Session } from "@chatexport/core";
import type { List, PhrasingContent } from "mdast";
import {
  type DocumentNode,
  type DocumentOptions,
  documentTree,
  type Line,
  settingsOf,
} from "../src/index.js";

/** The amount that an outline says: the words alone, or also what is code, checked, strong or in a language. */
type Style = "words" | "marks";

/** The nodes of a document, one line for each, those in folds and sections further in. */
export function outlineOf(session: Session, options: DocumentOptions = {}): string[] {
  return [...linesOf(documentTree(session, settingsOf(options)), "", "words")];
}

/** The same as one text, with marks: `code`, **strong**, [x], (language). */
export function outline(session: Session, options: DocumentOptions = {}): string {
  return [...linesOf(documentTree(session, settingsOf(options)), "", "marks")].join("\n");
}

function* linesOf(nodes: Iterable<DocumentNode>, indent: string, style: Style): Generator<string> {
  for (const node of nodes) {
    yield `${indent}${lineOf(node, style)}`.replaceAll(
      "\n",
      `\n${style === "marks" ? indent : ""}`,
    );
    if (node.type === "turn" || node.type === "message")
      yield* linesOf(node.children, indent, style);
    if (node.type === "fold" || node.type === "section" || node.type === "card")
      yield* linesOf(node.children, `${indent}  `, style);
  }
}

function lineOf(node: DocumentNode, style: Style): string {
  switch (node.type) {
    case "turn": {
      const { role, number, speaker, time, model } = node;
      const facts = [number, speaker, time, model].filter((fact) => fact !== undefined);
      return `${role}: ${facts.join(" ")}`;
    }
    case "message":
      return `message #${node.anchor}`;
    case "section":
      return `section ${node.what}: ${node.title}`;
    case "fold":
    case "call":
      return style === "words"
        ? [node.type, ...Object.values(node.line)].join(" ")
        : `${node.type}${node.type === "fold" ? ` ${node.what}` : ""}: ${markedLine(node.line)}`;
    case "body":
      return `body ${node.value}`;
    case "code": {
      const language = style === "marks" && node.lang ? ` (${node.lang})` : "";
      return `code${language} ${node.value}`;
    }
    case "label":
      return ["label", node.title, node.rest ?? []].flat().join(" ");
    case "notice":
      return style === "words" ? `notice ${node.value}` : `notice (${node.level}) ${node.value}`;
    case "remark":
    case "paragraph":
      return `${node.type} ${textOf(node.children, style)}`;
    case "list":
      return style === "words"
        ? `checklist ${itemsOf(node, style).join(", ")}`
        : itemsOf(node, style).join("\n");
    case "card":
      return `card ${node.title}`;
    case "asset":
      return node.type;
    case "omission":
      return `omission ${node.value} (${node.option})`;
    default:
      return node satisfies never;
  }
}

function itemsOf({ children }: List, style: Style): string[] {
  return children.map(({ checked, children: [words] }) => {
    const text = words?.type === "paragraph" ? textOf(words.children, style) : "";
    return style === "words" ? text : `[${checked ? "x" : " "}] ${text}`;
  });
}

function markedLine({ lead, code, words, outcome }: Line): string {
  return [lead, code && `\`${code}\``, words, outcome && `— ${outcome}`].filter(Boolean).join(" ");
}

function textOf(words: readonly PhrasingContent[], style: Style): string {
  return words.map((word) => (style === "words" ? plain(word) : marked(word))).join("");
}

function plain(word: PhrasingContent): string {
  if (word.type === "strong") return textOf(word.children, "words");
  return "value" in word ? word.value : "";
}

function marked(word: PhrasingContent): string {
  if (word.type === "strong") return `**${plain(word)}**`;
  return word.type === "text" ? plain(word) : `\`${plain(word)}\``;
}
