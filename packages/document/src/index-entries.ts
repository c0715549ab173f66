import { compareStrings, type IndexEntry } from "@chatexport/core";
import { durationOf, localTime, plural } from "@chatexport/core/read";
import { changesIn } from "./session-summary.js";
import { count, isLegible, oneLine, withoutMarks } from "./text.js";
import { dayOf } from "./times.js";
import { toolOf } from "./tool-names.js";

/** A session with the values that decide its place. */
export interface Row {
  entry: IndexEntry;
  /** Name of the project in one line. */
  project: string | undefined;
  /** The time when something happened in it last, in RFC 3339. */
  time: string | undefined;
}

/** The sessions with their times as the clocks of a time zone show them. */
export function entriesIn(timezone: string, entries: readonly IndexEntry[]): IndexEntry[] {
  return entries.map(({ startedAt, updatedAt, ...entry }) => ({
    ...entry,
    ...(startedAt !== undefined && { startedAt: localTime(startedAt, timezone) }),
    ...(updatedAt !== undefined && { updatedAt: localTime(updatedAt, timezone) }),
  }));
}

/** The sessions as they are read: the project of the newest first, those without one last; newest first. */
export function rowsOf(entries: readonly IndexEntry[]): Row[] {
  const rows = entries.map(rowOf);
  const newest = new Map<string | undefined, string>();
  for (const { project, time = "" } of rows)
    if (time > (newest.get(project) ?? "")) newest.set(project, time);
  const newestOf = ({ project }: Row) => newest.get(project) ?? "";
  return rows.sort(
    (a, b) =>
      Number(a.project === undefined) - Number(b.project === undefined) ||
      compareStrings(newestOf(b), newestOf(a)) ||
      compareStrings(a.project ?? "", b.project ?? "") ||
      compareRows(a, b),
  );
}

/** The first and the last day of a session; undefined when neither is known. */
export function daysOf(
  entries: readonly IndexEntry[],
): { first: string; last: string } | undefined {
  const days = entries
    .flatMap(({ startedAt, updatedAt }) => [startedAt, updatedAt])
    .filter(isTime)
    .map(dayOf)
    .sort(compareStrings);
  const [first, last] = [days.at(0), days.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
}

function rowOf(entry: IndexEntry): Row {
  const { project = "", startedAt, updatedAt } = entry;
  return {
    entry,
    project: isLegible(project) ? oneLine(project) : undefined,
    time: [updatedAt, startedAt].find(isTime),
  };
}

function isTime(time: string | undefined): time is string {
  return time !== undefined && /^\d{4}-\d\d-\d\d/.test(time);
}

// Source and link only matter when two sources use the same id.
function compareRows(a: Row, b: Row): number {
  return (
    compareStrings(b.time ?? "", a.time ?? "") ||
    compareStrings(a.entry.id, b.entry.id) ||
    compareStrings(a.entry.source, b.entry.source) ||
    compareStrings(a.entry.href, b.entry.href)
  );
}

const longestName = 60;
const longestPrompt = 200;
const mostMarks = 5;

/** The words of an index for the state of a session in its store. */
export const stateWords = {
  vanished: "no longer in the store",
  decayed: "from before the store lost a part of it",
} satisfies Record<NonNullable<IndexEntry["state"]>, string>;

/**
 * The facts about a session in an index: tool, sub-agents, model, and what came of it: how long it took,
 * prompts, changes, failures, commits. Sessions whose messages alone are known say how many these are.
 */
export function entryFacts(entry: IndexEntry): string[] {
  const { source, startedAt, updatedAt, messageCount, promptCount, subagentCount, model } = entry;
  const { changes, failedCallCount, marks = [], archived } = entry;
  const messages = messageCount === undefined ? "" : count(messageCount, "message");
  const facts = [
    oneLine(toolOf(source), longestName),
    // Files that are a session of their own took no time.
    (messageCount && durationOf(startedAt, updatedAt)) || "",
    promptCount ? count(promptCount, "prompt") : messages,
    subagentCount ? count(subagentCount, "sub-agent") : "",
    oneLine(model ?? "", longestName),
    changes ? changesIn(changes) : "",
    failedCallCount ? `${plural(failedCallCount, "call")} failed` : "",
    ...marks.slice(0, mostMarks).map((words) => oneLine(words, longestName)),
    archived ? "archived" : "",
  ];
  return facts.filter(isLegible);
}

/** The first prompt in one line, without marks of Markdown; undefined when it has nothing to read. */
export function entryPrompt({ firstPrompt = "" }: IndexEntry): string | undefined {
  const line = oneLine(withoutMarks(firstPrompt), longestPrompt);
  return isLegible(line) ? line : undefined;
}
