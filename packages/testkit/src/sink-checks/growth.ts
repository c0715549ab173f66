import type { Session } from "@chatexport/core";
import { answer, prompt, ran, sessionOf } from "../samples/builders.js";
import { type CheckedSink, rendered } from "./host.js";

/** In a long row of one of these, a regular expression may begin to match at each place and fail at the end. */
const marks: readonly string[] = [
  ...'a -*_~`[(<{|#=\\"\n',
  ...["| -", "*a ", "](", "![", "[a](", "<!--", "a@", "&#", "\n> "],
];

// In characters. The first ones are so short that even exponential growth comes to an end.
const sizes = [8, 32, 64, 256, 1024, 4096, 16_384];
const largestOfVariants = 1024;

/**
 * The time that a document takes grows as its texts do, whatever they are. It is the processor's, the least of
 * several runs, so that a busy machine fails no sink: on one, ours take a third of what is allowed.
 */
export async function* growsAsTextsDo(subject: CheckedSink): AsyncGenerator<string> {
  for (const mark of marks) {
    let shorter: Run = { size: 0, time: 0 };
    for (const size of sizes) {
      if (subject.isVariant && size > largestOfVariants) break;
      const longer = await run(subject, mark, size);
      // A collection of garbage may fall into a run, but not into each.
      for (let times = 0; times < 2 && isTooLong(longer, shorter); times++) {
        shorter.time = Math.min(shorter.time, (await run(subject, mark, shorter.size)).time);
        longer.time = Math.min(longer.time, (await run(subject, mark, size)).time);
      }
      if (isTooLong(longer, shorter))
        yield `a row of ${JSON.stringify(mark)} takes ${shownRun(longer)}, but ${shownRun(shorter)}`;
      shorter = longer;
    }
  }
}

interface Run {
  /** In characters. */
  size: number;
  /** Milliseconds of the processor, which are as many on a busy machine. */
  time: number;
}

async function run(subject: CheckedSink, mark: string, size: number): Promise<Run> {
  const session = rowOf(mark, size);
  const before = process.cpuUsage();
  await rendered(subject, subject.create(), session);
  const { user, system } = process.cpuUsage(before);
  return { size, time: (user + system) / 1000 };
}

/** A session with the row in each kind of place. What ends it lets an expression fail that matches the row. */
function rowOf(mark: string, size: number): Session {
  const row = `${mark.repeat(Math.ceil(size / mark.length))}\u00e9!`;
  const done = answer("a", row, ran(row, row, { name: row }));
  return sessionOf([prompt("q", row), done], { title: row });
}

// Twice what linear growth takes, and 0.1 s more. Growth with the square takes more from 10,000 characters on.
function isTooLong(longer: Run, shorter: Run): boolean {
  return longer.time > 100 + (2 * shorter.time * longer.size) / shorter.size;
}

function shownRun({ size, time }: Run): string {
  return `${Math.ceil(time)} ms for ${size} characters`;
}
