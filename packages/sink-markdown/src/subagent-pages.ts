import { nonEmpty, present, type Session, type SinkContext } from "@chatexport/core";
import {
  type Block,
  oneLine,
  type ParagraphBlock,
  type RemarkBlock,
  type SectionBlock,
  titleOf,
} from "@chatexport/document";
import type { MarkdownOptions } from "./options.js";

/** A page of its own for a sub-agent. */
export interface SubagentPage {
  title: string;
  /** Relative, from every page of the folder. */
  url: string;
}

/** A session of which sub-agents have pages of their own. */
export interface SplitSession {
  /** By id of the sub-agent, in the order of the session. */
  pages: ReadonlyMap<string, SubagentPage>;
  /** The session without these sub-agents. */
  rest: Session;
}

const titleCharacters = 40;
const idCharacters = 8;

/** Writes a page for each sub-agent that is to be shown, where the host has a folder for pages. */
export async function writeSubagentPages(
  session: Session,
  { detail, layout }: Required<MarkdownOptions>,
  { page }: SinkContext,
  render: (subagent: Session) => AsyncIterable<string>,
): Promise<SplitSession> {
  const pages = new Map<string, SubagentPage>();
  if (layout === "file" || detail === "conversation" || !page) return { pages, rest: session };
  const others: Session[] = [];
  for (const subagent of session.subagents ?? []) {
    const isHidden = subagent.purpose !== undefined && detail !== "full";
    if (isHidden || pages.has(subagent.id)) {
      others.push(subagent);
      continue;
    }
    const url = await page(nameOf(subagent), render(subagent));
    pages.set(subagent.id, { title: titleOf(subagent), url });
  }
  return { pages, rest: present({ ...session, subagents: nonEmpty(others) }) };
}

// The id keeps the name when another sub-agent of the same title comes before it.
function nameOf({ title = "", id }: Session): string {
  const letters = id.replace(/[^a-z0-9]/gi, "").slice(-idCharacters);
  return `${oneLine(title, titleCharacters)} ${letters}`;
}

/** Pages by id of the sub-agent. */
type Pages = ReadonlyMap<string, SubagentPage>;

/** Blocks that lead to the pages of sub-agents: from the calls that started them, else from the end. */
export function withPageLinks(blocks: Iterable<Block>, pages: Pages): Iterable<Block> {
  return pages.size === 0 ? blocks : allLinked(blocks, pages);
}

function* allLinked(blocks: Iterable<Block>, pages: Pages): Generator<Block> {
  const unlinked = new Set(pages.keys());
  yield* linked(blocks, pages, unlinked);
  if (unlinked.size > 0) yield section([...unlinked].map((id) => entry(id, pages)));
}

function* linked(blocks: Iterable<Block>, pages: Pages, unlinked: Set<string>): Generator<Block> {
  for (const block of blocks) {
    if (block.type === "section") yield { ...block, blocks: linked(block.blocks, pages, unlinked) };
    else if (block.type !== "fold") yield block;
    else {
      const { call } = block;
      const subagent = call?.kind === "task" ? call.subagent : undefined;
      const inside = linked(block.blocks, pages, unlinked);
      const isLeading = subagent !== undefined && pages.has(subagent);
      yield { ...block, blocks: isLeading ? leading(subagent, inside, unlinked) : inside };
    }
  }
}

function* leading(id: string, blocks: Iterable<Block>, unlinked: Set<string>): Generator<Block> {
  unlinked.delete(id);
  yield linkTo(id);
  yield* blocks;
}

function linkTo(id: string): RemarkBlock {
  const lead = { type: "text" as const, text: "Sub-agent " };
  return { type: "remark", words: [lead, { type: "session", text: id }] };
}

function section(blocks: Block[]): SectionBlock {
  return { type: "section", what: "subagents", title: "Sub-agents", blocks, isNested: false };
}

function entry(id: string, pages: Pages): ParagraphBlock {
  const title = { type: "text" as const, text: `${pages.get(id)?.title ?? ""} ` };
  return { type: "paragraph", words: [title, { type: "session", text: id }] };
}
