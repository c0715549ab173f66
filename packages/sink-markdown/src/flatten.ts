import type {
  AssetBlock,
  Block,
  ChecklistBlock,
  FoldBlock,
  NoticeBlock,
  SectionBlock,
  TurnBlock,
} from "@chatexport/document";
import type { Blockquote, List, RootContent } from "mdast";
import {
  body,
  checkbox,
  code,
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
import { htmlOf, linkToSession, phrasing, phrasingOf, type References } from "./phrasing.js";

/** Blocks as a row in which marks of ours open and close what was nested; files are still to be placed. */
export function* flatten(
  blocks: Iterable<Block>,
  references: References,
): Generator<RootContent | AssetBlock> {
  for (const block of blocks) {
    switch (block.type) {
      case "turn":
        yield* turn(block);
        break;
      case "message":
      case "end":
        break;
      case "section":
        yield* section(block, references);
        break;
      case "fold":
        yield* fold(block, references);
        break;
      case "call":
        yield listItem(phrasingOf(block.line));
        break;
      case "body":
        yield body(block.markdown);
        break;
      case "code":
        yield code(block.text, block.language);
        break;
      case "checklist":
        yield checklist(block, references);
        break;
      case "asset":
        yield block;
        break;
      case "label":
        yield label(block.title, block.rest);
        break;
      case "paragraph":
        yield paragraph(...phrasing(block.words, references));
        break;
      case "remark":
        yield remark(...phrasing(block.words, references));
        break;
      case "notice":
        yield notice(block);
        break;
      default:
        block satisfies never;
    }
  }
}

function* turn(turn: TurnBlock): Generator<RootContent> {
  const { role, speaker, number, time, model, anchor, isNested } = turn;
  const isPrompt = role === "prompt";
  if (isNested) {
    yield label(speaker, isPrompt ? time : model);
    return;
  }
  // Headings make names of their own, which change with every prompt that is added before them.
  if (anchor !== undefined) yield html(`<a id="${anchor}"></a>`);
  const facts = isPrompt ? [number, speaker, time] : [speaker, model];
  yield heading(isPrompt ? 2 : 3, facts.filter((fact) => fact !== undefined).join(" · "));
}

function* section(
  { title, isNested, blocks }: SectionBlock,
  references: References,
): Generator<RootContent | AssetBlock> {
  yield sectionTitle(title, isNested);
  yield* flatten(blocks, references);
}

/** A line that opens to blocks; without blocks, only the line. */
function* fold(block: FoldBlock, references: References): Generator<RootContent | AssetBlock> {
  let isOpen = false;
  for (const node of folded(block, references)) {
    if (!isOpen) yield html(`<details><summary>${htmlOf(block.line)}</summary>`);
    isOpen = true;
    yield node;
  }
  yield isOpen ? html("</details>") : paragraph(...phrasingOf(block.line));
}

// The link stands inside the fold, because not all readers follow links in the line of a fold.
function* folded(
  { session, blocks }: FoldBlock,
  references: References,
): Generator<RootContent | AssetBlock> {
  const link = session === undefined ? undefined : linkToSession(session, references);
  if (link) yield remark(text("From session "), link);
  yield* flatten(blocks, references);
}

function checklist({ items }: ChecklistBlock, references: References): List {
  const children = items.map(({ isChecked, words }) =>
    listItem([checkbox(isChecked), ...phrasing(words, references)]),
  );
  return { type: "list", spread: false, children };
}

function notice({ level, text: told }: NoticeBlock): Blockquote {
  if (level === "info") return remark(text(told));
  return remark(strong(level === "error" ? "Error:" : "Warning:"), text(` ${told}`));
}
