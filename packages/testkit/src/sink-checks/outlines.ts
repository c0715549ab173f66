import { inspect, isDeepStrictEqual } from "node:util";
import { shortSessions } from "../samples/sample-sessions.js";
import { type CheckedSink, differenceOf, rendered } from "./host.js";

/** An outline that is the same whatever is rendered would also be the same whatever a hostile text does. */
export async function* hasSeeingOutline(subject: CheckedSink): AsyncGenerator<string> {
  const sink = subject.create();
  const outlines: unknown[] = [];
  for (const session of shortSessions())
    outlines.push(subject.outline((await rendered(subject, sink, session)).text));
  if (outlines.every((outline) => isDeepStrictEqual(outline, outlines[0])))
    yield `the outline of each sample is ${listOf([outlines[0]])}; it sees nothing that hostile text could change`;
}

/** In what two outlines differ: of lists the entries that one of them has, else the place. */
export function outlineDifference(found: unknown, expected: unknown): string {
  if (!Array.isArray(found) || !Array.isArray(expected))
    return differenceOf(shown(found), shown(expected));
  const start = sameAtStart(found, expected);
  const end = sameAtStart(found.slice(start).reverse(), expected.slice(start).reverse());
  const added = found.slice(start, found.length - end);
  const removed = expected.slice(start, expected.length - end);
  if (added.length === 1 && removed.length === 1) return outlineDifference(added[0], removed[0]);
  const changes = [
    ...(added.length > 0 ? [`adds ${listOf(added)} to the outline`] : []),
    ...(removed.length > 0 ? [`removes ${listOf(removed)} from the outline`] : []),
  ];
  return `it ${changes.join(" and ")}`;
}

/** The number of entries at the beginning of both lists that are the same. */
function sameAtStart(list: readonly unknown[], other: readonly unknown[]): number {
  const at = list.findIndex((entry, index) => !isDeepStrictEqual(entry, other[index]));
  return at === -1 ? list.length : at;
}

const mostEntries = 5;
// In characters, of an entry.
const mostShown = 80;

function listOf(entries: readonly unknown[]): string {
  const first = entries.slice(0, mostEntries).map((entry) => {
    const text = shown(entry);
    return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  });
  const more = entries.length - first.length;
  return first.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function shown(outline: unknown): string {
  if (typeof outline === "string") return JSON.stringify(outline);
  return inspect(outline, { depth: null, maxArrayLength: null, breakLength: Infinity });
}
