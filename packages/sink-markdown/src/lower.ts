import type { ToolCall } from "@chatexport/core";
import {
  type DocumentNode,
  type Fold,
  firstWords,
  type Notice,
  type Section,
  type Turn,
} from "@chatexport/document";
import type { Blockquote, Html, List, RootContent } from "mdast";
import { assetParagraph, omissionParagraph } from "./asset.js";
import {
  body,
  emphasis,
  heading,
  html,
  label,
  listItem,
  paragraph,
  remark,
  sectionTitle,
  strong,
  text,
} from "./nodes.js";
import {
  htmlOf,
  linkToSession,
  phrasing,
  phrasingOf,
  type References,
  sessionReference,
} from "./phrasing.js";

type NodeOf<T extends DocumentNode["type"]> = { [K in T]: DocumentNode & { type: K } }[T];
type Handlers = {
  [T in DocumentNode["type"]]: (node: NodeOf<T>, references: References) => Iterable<RootContent>;
};

const handlers: Handlers = {
  turn,
  message: ({ children }, references) => row(children, references),
  section,
  fold,
  card: ({ title, children }, references) => [label(title), ...row(children, references)],
  // Items that follow each other become one list.
  call: ({ line, call }) => [{ ...listItem(phrasingOf(line)), call }],
  body: ({ value }) => [body(value)],
  code: (node) => [node],
  list: (list, references) => [checklist(list, references)],
  asset: (asset) => [assetParagraph(asset)],
  label: ({ title, rest }) => [label(title, rest)],
  paragraph: (node, references) => [{ ...node, children: phrasing(node.children, references) }],
  remark: ({ children }, references) => [remark(...phrasing(children, references))],
  omission: (node) => [omissionParagraph(node)],
  notice: (node) => [notice(node)],
};

/**
 * Nodes of a document in the terms of Markdown: a turn is a heading and what follows it, a fold is
 * `details`, an untrusted text is verbatim. What is in these terms already stays as it is.
 */
export function lowered(nodes: readonly RootContent[], references: References): RootContent[] {
  return keptApart(withLists(row(nodes, references)));
}

function* row(nodes: readonly RootContent[], references: References): Generator<RootContent> {
  for (const node of nodes)
    if (isDocumentNode(node)) yield* handle(node, references);
    else yield node;
}

function isDocumentNode(node: RootContent): node is DocumentNode {
  return Object.hasOwn(handlers, node.type);
}

function handle<T extends DocumentNode["type"]>(
  node: NodeOf<T>,
  references: References,
): Iterable<RootContent> {
  return handlers[node.type](node, references);
}

function* turn(turn: Turn, references: References): Generator<RootContent> {
  const { role, speaker, number, time, model, isNested, message, children } = turn;
  const isPrompt = role === "prompt";
  if (isNested) yield label(speaker, isPrompt ? time : model);
  else if (!isPrompt) yield heading(3, joined(speaker, model));
  else {
    if (number !== 1) yield { type: "thematicBreak" };
    if (number !== undefined) yield html(`<a id="p${number}"></a>`);
    const words = firstWords(message);
    yield heading(2, joined(number, words === undefined ? speaker : `${speaker}: ${words}`));
    if (time !== undefined) yield paragraph(emphasis(time));
  }
  yield* row(children, references);
}

function joined(...facts: (string | number | undefined)[]): string {
  return facts.filter((fact) => fact !== undefined).join(" · ");
}

function* section(
  { title, isNested, children }: Section,
  references: References,
): Generator<RootContent> {
  yield sectionTitle(title, isNested);
  yield* row(children, references);
}

/** A line that opens to its children; without them, only the line. */
function fold({ line, call, session, children }: Fold, references: References): RootContent[] {
  const link = linkInside(call, session, references);
  if (children.length === 0 && !link)
    return [{ ...paragraph(...phrasingOf(line)), ...(call && { call }) }];
  const inside = lowered([...(link ? [link] : []), ...children], references);
  return [{ type: "details", summary: htmlOf(line), ...(call && { call }), children: inside }];
}

// It stands inside the fold, because not all readers follow links in the line of a fold.
function linkInside(
  call: ToolCall | undefined,
  session: string | undefined,
  references: References,
): Blockquote | undefined {
  const subagent = call?.kind === "task" ? call.subagent : undefined;
  const page = subagent === undefined ? undefined : references.pages.get(subagent);
  if (subagent !== undefined && page !== undefined) {
    references.linked.add(subagent);
    return remark(text("Sub-agent "), sessionReference(subagent, references));
  }
  const link = session === undefined ? undefined : linkToSession(session, references);
  return link && remark(text("From session "), link);
}

function checklist({ children, ...list }: List, references: References): List {
  const items = children.map((item) => ({
    ...item,
    children: item.children.map((child) =>
      child.type === "paragraph"
        ? { ...child, children: phrasing(child.children, references) }
        : child,
    ),
  }));
  return { ...list, children: items };
}

function notice({ level, value }: Notice): Blockquote {
  if (level === "info") return remark(text(value));
  return remark(strong(level === "error" ? "Error:" : "Warning:"), text(` ${value}`));
}

/** The same nodes, with items that follow each other in one list. */
function* withLists(nodes: Iterable<RootContent>): Generator<RootContent> {
  let list: List | undefined;
  for (const node of nodes) {
    if (node.type === "listItem") {
      list ??= { type: "list", spread: false, children: [] };
      list.children.push(node);
      continue;
    }
    if (list) yield list;
    list = undefined;
    yield node;
  }
  if (list) yield list;
}

/** The same nodes, with an empty comment between those that Markdown would join. */
export function keptApart(nodes: Iterable<RootContent>): RootContent[] {
  const result: RootContent[] = [];
  for (const node of nodes) {
    if (wouldMerge(result.at(-1), node)) result.push(apart());
    result.push(node);
  }
  return result;
}

/** An empty comment between what Markdown would take for one list or one code block. */
export function apart(): Html {
  return html("<!-- -->");
}

/** True when Markdown would take two nodes for one list or one code block. */
export function wouldMerge(last: RootContent | undefined, next: RootContent | undefined): boolean {
  const isOpen = last?.type === "list" || (last?.type === "verbatim" && last.open === true);
  if (!isOpen) return false;
  return (
    next?.type === "list" || (next?.type === "verbatim" && /^(?:[ \t]|[-+*]|\d)/.test(next.value))
  );
}
