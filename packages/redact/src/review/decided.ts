import type { Branch, Message, Session } from "@chatexport/core";
import { escapeRegExp } from "../escape-reg-exp.js";
import { mapSession } from "../map-fields.js";
import type { Finding } from "./findings.js";

/** A person's decision about a finding: to mask it, or to leave out the messages that have it. */
export interface Decided extends Pick<Finding, "kind" | "text"> {
  decision: "mask" | "drop";
}

/**
 * The session after a review: what is to be masked became `[redacted: kind]` in every case of letters,
 * and a message that is to be left out is a notice that says so. Unchanged parts are shared.
 */
export function withDecisions(session: Session, decided: readonly Decided[]): Session {
  if (decided.length === 0) return session;
  const dropped = decided.filter(({ decision }) => decision === "drop");
  const left = dropped.length > 0 ? withoutMessages(session, anyOf(dropped)) : session;
  // What stood in a message may stand in a title, too.
  return mapSession(left, masking(decided));
}

/** The line of a finding, as it is after a review. */
export function decidedLine(
  { above, before, text, after, below, place }: Finding,
  decided: readonly Decided[],
): string {
  const line = before + text + after;
  if (decided.length === 0) return line;
  const dropped = decided.filter(({ decision }) => decision === "drop");
  const isLeftOut =
    place.message !== undefined &&
    dropped.length > 0 &&
    anyOf(dropped).test(`${above}${line}${below}`);
  return isLeftOut ? noticeOfMessage : masking(decided)(line);
}

function masking(decided: readonly Decided[]): (text: string) => string {
  const kinds = new Map(decided.map(({ kind, text }) => [text.toLowerCase(), kind]));
  const pattern = anyOf(decided, "gi");
  return (text) =>
    text.replace(pattern, (found) => `[redacted: ${kinds.get(found.toLowerCase())}]`);
}

function anyOf(decided: readonly Decided[], flags = "i"): RegExp {
  const texts = decided.map(({ text }) => text).sort((a, b) => b.length - a.length);
  return new RegExp(texts.map(escapeRegExp).join("|"), flags);
}

function withoutMessages(session: Session, pattern: RegExp): Session {
  const gone: string[] = [];
  const change = (messages: Message[]) =>
    messages.map((message) => {
      const text = JSON.stringify(message);
      if (!pattern.test(text)) return message;
      gone.push(lettersOf(text));
      return leftOut(message);
    });
  const changed: Session = { ...session, messages: change(session.messages) };
  if (session.branches)
    changed.branches = session.branches.map(
      (branch): Branch => ({ ...branch, messages: change(branch.messages) }),
    );
  if (session.subagents)
    changed.subagents = session.subagents.map((one) => withoutMessages(one, pattern));
  // Most titles are the beginning of a prompt.
  const beginning = lettersOf(session.title ?? "").slice(0, 30);
  if (gone.some((text) => text.includes(beginning))) delete changed.title;
  return changed;
}

/** Without the blanks and escapes in which a title differs from what it was taken from. */
function lettersOf(text: string): string {
  return text.replace(/\\[nrt]|[^\p{L}\p{N}]/gu, "");
}

const noticeOfMessage = "This message was left out before sharing.";

/** Its place in the conversation stays, so that what answers it has something to follow. */
function leftOut({ id, parentId, role, createdAt, createdAtFrom }: Message): Message {
  return {
    id,
    ...(parentId !== undefined && { parentId }),
    role,
    ...(createdAt !== undefined && { createdAt }),
    ...(createdAtFrom !== undefined && { createdAtFrom }),
    parts: [{ type: "notice", level: "info", text: noticeOfMessage }],
  };
}
