import { nonEmpty, present, type Session, type SinkContext } from "@chatexport/core";
import { oneLine, titleOf } from "@chatexport/document";
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
