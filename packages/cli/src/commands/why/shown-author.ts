import {
  allMessages,
  type ListedSession,
  loadSessions,
  type Message,
  present,
  type Session,
  safeLine,
} from "@chatexport/core";
import { formatCount, oneLine, plural } from "@chatexport/core/read";
import { isPrompt } from "@chatexport/document";
import type { Author, Evidence, Level } from "@chatexport/provenance";
import type { Run } from "../../host/run.js";

/** An author as it may be shown, which is what `--json` prints. */
export interface ShownAuthor {
  level: Level;
  session: string;
  source: string;
  title?: string;
  project?: string;
  startedAt?: string;
  updatedAt?: string;
  prompt?: ShownPrompt;
  evidence: ShownEvidence[];
  /** Of a whole file: how many lines. */
  lines?: number;
}

/** A prompt, by its number on the active branch, and how it begins. */
export interface ShownPrompt {
  messageId: string;
  number?: number;
  text?: string;
}

interface ShownEvidence {
  kind: Evidence["kind"];
  trailer?: string;
  lines?: number;
  of?: number;
  writtenAt?: string;
}

const longestPrompt = 200;

/** Sessions as they may be shown, each loaded once; a prompt is one of theirs. */
export function authorViewer(run: Run) {
  const sessions = new Map<ListedSession, Promise<Session | undefined>>();
  const masked = (listed: ListedSession) => {
    const known = sessions.get(listed) ?? maskedSession(listed, run);
    sessions.set(listed, known);
    return known;
  };
  return async (author: Author, listed: ListedSession): Promise<ShownAuthor> => {
    const session = await masked(listed);
    const { id, source } = listed.ref;
    const { level, evidence, prompt } = author;
    return present({
      level,
      session: id,
      source,
      title: session?.title,
      project: session?.project?.name,
      startedAt: session?.startedAt,
      updatedAt: session?.updatedAt,
      prompt: prompt && session && shownPrompt(prompt, session),
      evidence: evidence.map(shownEvidence),
    });
  };
}

/** A session as it may be shown; undefined when it cannot be loaded (reported). */
export async function maskedSession(listed: ListedSession, run: Run): Promise<Session | undefined> {
  const { transforms } = run.content;
  for await (const { session } of loadSessions([listed], { ...run, transforms })) return session;
  return undefined;
}

/** A prompt of a session as it may be shown. */
export function shownPrompt({ id }: Message, session: Session): ShownPrompt {
  const message = [...allMessages(session)].find((each) => each.id === id);
  const at = session.messages.filter(isPrompt).findIndex((each) => each.id === id);
  const texts = (message?.parts ?? []).flatMap((part) =>
    part.type === "text" && !part.synthetic ? part.text : [],
  );
  return present({
    messageId: id,
    number: at === -1 ? undefined : at + 1,
    text: oneLine(safeLine(texts.join("\n")), longestPrompt),
  });
}

/** A reason without the words that it rests on. */
export function shownEvidence(evidence: Evidence): ShownEvidence {
  if (evidence.kind === "trailer") return evidence;
  if (evidence.kind !== "text") return { kind: evidence.kind };
  const { kind, lines, of, written } = evidence;
  return { kind, lines, of, writtenAt: new Date(written.time).toISOString() };
}

/**
 * The reason why a session is an author, in words: "it had written 12 of its 14 distinctive lines, and its
 * own call made the commit".
 */
export function reasonOf(
  { evidence, lines = 1 }: Pick<ShownAuthor, "evidence" | "lines">,
  isLine: boolean,
): string {
  const texts = evidence.filter(({ kind }) => kind === "text");
  const others = evidence.filter(({ kind }) => kind !== "text");
  const reasons = [...texts, ...others].map((each) =>
    isLine && each.kind === "text"
      ? `it had written ${lines === 1 ? "this very line" : "these very lines"}`
      : wordsOf(each),
  );
  const last = reasons.pop() ?? "";
  return reasons.length === 0 ? last : `${reasons.join(", ")}, and ${last}`;
}

function wordsOf({ kind, trailer, lines = 0, of = 0 }: ShownEvidence): string {
  switch (kind) {
    case "note":
      return "the note of git-ai names it";
    case "trailer":
      return `the trailer ${trailer} of the commit names it`;
    case "call":
      return "its own call made the commit";
    case "rewritten":
      return "its own call made a commit of this subject at that time, which was rewritten since";
    default:
      if (of === 1) return "it had written its only distinctive line";
      if (lines === of) return `it had written all ${plural(of, "distinctive line")}`;
      return `it had written ${formatCount(lines)} of ${plural(of, "distinctive line")}`;
  }
}
