import type { JsonObject } from "@chatexport/core";
import { attempt, objectOf, saysSomething, stringOf, wordsOf } from "@chatexport/core/read";
import { droppedFields, Fields, type NamedFields } from "@chatexport/core/source";

/**
 * The text of a user's bubble: `text`, or the editor's state it was typed in, or the names before
 * 0.40.
 */
export function promptOf(bubble: JsonObject): string {
  const { text, rawText, content, message } = bubble;
  const typed = isFilled(text) ? text : richText(bubble.richText);
  return [typed, rawText, content, message].find(isFilled) ?? richText(bubble.initText);
}

/** The text in the input box of a composer that was not sent. */
export function draftOf(composer: JsonObject): string {
  return promptOf({ text: composer.text ?? null, richText: composer.richText ?? null });
}

/** The text of an assistant's bubble. Its `richText` is always that of an empty editor. */
export function answerOf({ text, rawText, content, message }: JsonObject): string {
  return [text, rawText, content, message].find(isFilled) ?? "";
}

/** True when something else than a text is in the place of one. */
export function hasOtherText(bubble: JsonObject): boolean {
  return textNames.some((name) => typeof bubble[name] !== "string" && saysSomething(bubble[name]));
}

const textNames = ["text", "rawText", "content", "message"];

/** Takes the fields that say a prompt or an answer, or repeat it as the state of an editor; the states that say something else. */
export function takeText(fields: Fields, text: string): JsonObject {
  const others: JsonObject = {};
  for (const name of textNames)
    fields.fitting(name, (value) => value === text || stringOf(value)?.trim() === "");
  for (const name of ["richText", "initText"])
    fields.fitting(name, (value) => {
      const state = stateIn(value);
      const own = stringOf(value)?.trim();
      // A part of the prompt, but for blanks around it.
      if (!state) return own !== undefined && text.includes(own);
      const said = readState(state);
      if (said.isWhole && !isIn(text, said.text)) others[name] = value;
      return said.isWhole;
    });
  return others;
}

/** True when a prompt has all words of a text in their order, but for the blanks between them. */
function isIn(prompt: string, text: string): boolean {
  if (prompt.includes(text.trim())) return true;
  const [whole, part] = [prompt, text].map((words) => words.replace(/\s+/g, ""));
  return whole?.includes(part ?? "") === true;
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** The text of an editor's state: Lexical (`root.children`), ProseMirror (`doc`), or a plain text. */
export function richText(value: unknown): string {
  const state = stateIn(value);
  return state ? readState(state).text : (stringOf(value) ?? "");
}

function stateIn(value: unknown): JsonObject | undefined {
  const text = stringOf(value);
  if (text === undefined) return objectOf(value);
  return text.trimStart().startsWith("{") ? attempt(() => objectOf(JSON.parse(text))) : undefined;
}

/** The text of a state, and whether it says nothing else. */
function readState(state: JsonObject): { text: string; isWhole: boolean } {
  const pieces: string[] = [];
  const fields = new Fields(state, stateFields);
  write(fields.object("root") ?? fields, pieces, 0);
  fields.rest();
  return { text: pieces.join("").trimEnd(), isWhole: fields.unknown.length === 0 };
}

/** The fields of an editor's state that are no text (Lexical, ProseMirror). */
const stateFields: NamedFields = {
  dropped: droppedFields({
    "how the editor shows a text": {
      texts: "detail format mode style direction indent version",
      objects: "marks",
    },
    "how the editor shows a list": { texts: "tag listType value start checked" },
    "the context has what a text mentions": {
      texts: "mentionName storedKey typeaheadType",
      objects: "metadata",
    },
  }),
};

/** Nodes that are a line of their own. */
const lines: ReadonlySet<string> = new Set(["paragraph", "heading"]);
/** Nodes that hold lines. */
const boxes = new Set(wordsOf("list listitem list_item listItem quote blockquote"));
/** Nodes that are code, and those that end a line. */
const codes: ReadonlySet<string> = new Set(["code", "codeBlock", "code_block"]);
const breaks: ReadonlySet<string> = new Set(["linebreak", "hardBreak", "hard_break"]);

/** Deeper nodes are no editor's. */
const deepest = 500;

function write(node: Fields, pieces: string[], depth: number): void {
  if (depth > deepest) return;
  const type = node.string("type") ?? "";
  const [nodes, content] = [node.objects("children"), node.objects("content")];
  const children = nodes.length > 0 ? nodes : content;
  const [attributes, text] = [node.object("attrs"), node.string("text")];
  if (breaks.has(type)) pieces.push("\n");
  else if (type === "tab") pieces.push("\t");
  else if (codes.has(type)) {
    const inner: string[] = [];
    for (const child of children) write(child, inner, depth + 1);
    const language = node.string("language") ?? attributes?.string("language");
    pieces.push(`${fenced(inner.join(""), language)}\n`);
  } else if (lines.has(type) || boxes.has(type) || children.length > 0) {
    const isBlock = lines.has(type) || boxes.has(type);
    if (isBlock) endLine(pieces);
    for (const child of children) write(child, pieces, depth + 1);
    if (lines.has(type)) pieces.push("\n");
    else if (isBlock) endLine(pieces);
  } else {
    const label = attributes?.string("label");
    pieces.push(text ?? (label === undefined ? "" : `@${label}`));
  }
}

function endLine(pieces: string[]): void {
  if (pieces.at(-1)?.endsWith("\n") === false) pieces.push("\n");
}

/** Code in a fence that is longer than any run of backticks inside it. */
export function fenced(code: string, language = ""): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`;
}
