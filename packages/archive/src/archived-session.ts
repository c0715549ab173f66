import {
  type IndexEntry,
  type Message,
  type Purpose,
  present,
  type Session,
  safeLine,
  type Tally,
  withSubagents,
} from "@chatexport/core";
import { isWholePrompt } from "@chatexport/core/read";
import type { Extent } from "./extent.js";

/**
 * The facts that the archive has of the session: a line of its manifest. Nothing in it depends on
 * the machine or the time of the export.
 */
export interface ArchivedSession extends Omit<IndexEntry, "href" | "earlier"> {
  /** The place where it was found, when that was a root named by the user; see `rootsOf`. */
  place?: string;
  /** The option of its source without which it is not listed, and not missed either. */
  listedBy?: string;
  /** The extent of the session when its documents were written. */
  extent: Extent;
  /** A revision that was read and not written, because the store has lost a part of the session. */
  refused?: string;
  /** Counted from 2: how often a session went on after its store had lost a part of it. */
  edition?: number;
  records: Tally;
  subagents?: ArchivedSubagent[];
  /** By name of the sink. */
  documents: ArchivedDocument[];
  /** Documents of earlier editions, which have what the store has lost. */
  earlier?: ArchivedDocument[];
}

/** A sub-agent whose session is in the documents of its parent. */
export interface ArchivedSubagent {
  id: string;
  purpose?: Purpose;
  records: Tally;
}

/** A file of the archive. */
export interface ArchivedFile {
  /** Below the folder of the archive, with slashes. */
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** A document of a session, with the files beside it. */
export interface ArchivedDocument extends ArchivedFile {
  /** Name of the sink. */
  sink: string;
  /** The revision of the session that it shows. */
  revision: string;
  /** A hash of what it was made with; see `fingerprintOf`. */
  recipe: string;
  assets?: ArchivedFile[];
  /** Documents that belong to it and lie in its folder. */
  pages?: ArchivedFile[];
}

/** An index of the archive: the document of a sink over all sessions. */
export interface ArchivedIndex extends ArchivedFile {
  /** Name of the sink. */
  sink: string;
  /** A hash of its origin: of its entries, their documents and its fingerprint. */
  of: string;
  /** The files in its folder. */
  files?: ArchivedFile[];
}

const promptCharacters = 160;

/**
 * The facts that an index shows about a session and its documents are named after; from itself alone, so
 * that an archive that is read back gives the same.
 */
export async function factsOf(
  session: Session,
): Promise<Omit<IndexEntry, "href" | "state" | "earlier">> {
  // Most commands know an archive without writing one.
  const { resultsOf } = await import("@chatexport/document");
  return present({
    source: session.source,
    id: session.id,
    title: session.title,
    project: session.project?.name?.normalize("NFC"),
    startedAt: session.startedAt,
    updatedAt: session.updatedAt,
    model: session.model,
    firstPrompt: firstPromptOf(session),
    messageCount: session.messages.length,
    subagentCount: subagentsOf(session).filter(({ purpose }) => !purpose).length || undefined,
    ...resultsOf(session),
    archived: session.archived,
  });
}

/** The sub-agents at every depth. */
export function subagentsOf(session: Session): ArchivedSubagent[] {
  return [...withSubagents(session)]
    .slice(1)
    .map(({ id, purpose, records }) => present({ id, purpose, records }));
}

/** The first prompt of the user, unless the title says it all. */
function firstPromptOf({ title = "", titleFrom, messages }: Session): string | undefined {
  for (const message of messages) {
    const text = safeLine(promptIn(message));
    if (titleFrom === "first-message" && isWholePrompt(title, text)) return undefined;
    if (text !== "") return shortened(text);
  }
  return undefined;
}

// Not by what a terminal shows as one character: that changes with the version of Node.
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= promptCharacters) return text;
  return `${characters
    .slice(0, promptCharacters - 1)
    .join("")
    .trimEnd()}…`;
}

/** The words that a person wrote in a message. */
function promptIn({ role, parts, copiedFrom }: Message): string {
  if (role !== "user" || copiedFrom) return "";
  // More is not shown, and a log that was pasted may be long.
  return parts
    .map((part) => (part.type === "text" && !part.synthetic ? part.text.slice(0, 2000) : ""))
    .join(" ");
}
