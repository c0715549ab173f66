/** The beginning of a summary of what was said before, by which the tool itself knows it. */
const beginnings = [
  "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted",
  "[CONTEXT SUMMARY]:",
];
const end = "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---";
const priorHeader = "[PRIOR CONTEXT — for reference only; not a new message]";
const priorEnd = "[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]";

/** The beginnings of texts that the tool writes as a prompt: the todo list after a compaction, and reviews of older versions. */
const injected = [
  "[Your active task list was preserved across context compression]",
  "Review the conversation above and update the skill library",
  "Review the conversation above and consider saving to memory",
  "Review the conversation above and consider saving or updating a skill",
  "[System: This session is about to be automatically reset",
];

/** A summary, with what is said before and behind it in the same message. */
export interface Summary {
  before: string;
  summary: string;
  after: string;
}

/** Takes a message with a summary apart; undefined for any other one. */
export function summaryIn(text: string, isMarked: boolean): Summary | undefined {
  const [prior = "", merged] = splitAt(text, priorEnd);
  const isMerged = merged !== undefined && isSummary(merged);
  if (!isMarked && !isMerged && !isSummary(text)) return undefined;
  const before = isMerged ? prior.trimStart().replace(priorHeader, "").trim() : "";
  const [summary = "", after = ""] = splitAt(isMerged ? merged : text, end);
  return { before, summary: summary.trim(), after: after.trim() };
}

/** True when the tool wrote a text in the place of a prompt. */
export function isInjected(text: string): boolean {
  return injected.some((beginning) => text.trimStart().startsWith(beginning));
}

/** The words of people among texts of the role of the user, for a title. */
export function typedIn(texts: readonly string[]): string[] {
  const typed = texts.filter((text) => {
    const isList = text.startsWith("\0");
    return !isList && !isInjected(text) && summaryIn(text, false) === undefined;
  });
  return typed.map((text) => headed(text).typed);
}

/** Takes apart what the tool writes before a prompt: the rules of a schedule, and the message that it replies to. */
export function headed(text: string): { header?: string; typed: string } {
  const header = /^\[(?:SYSTEM: You are running as a scheduled |Replying to: ")[\s\S]*?\]\n\n/.exec(
    text,
  )?.[0];
  return header === undefined ? { typed: text } : { header, typed: text.slice(header.length) };
}

function isSummary(text: string): boolean {
  return beginnings.some((beginning) => text.trimStart().startsWith(beginning));
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
