import { readFileSync, writeFileSync } from "node:fs";
import { filesBelow, inStore } from "../files.js";
import type { Random } from "../random.js";
import type { Mutation } from "./mutation.js";

type Change = (lines: string[], at: number, random: Random) => string[];

const noRecords = [
  "null",
  "[]",
  "7",
  '"text"',
  "{}",
  "{",
  "}",
  "\0\0\0",
  "   ",
  "\ufeff{}",
  "undefined",
  "{'a': 1}",
  '{"a":1}{"b":2}',
  '{"type":"session"}',
  '{"type":"end"}',
  '{"type":"user"}',
  '{"type":"message","message":{}}',
];

const changes: Readonly<Record<string, Change>> = {
  "a line left out": (lines, at) => lines.toSpliced(at, 1),
  "a line twice": (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ""),
  "a line elsewhere"(lines, at, random) {
    const rest = lines.toSpliced(at, 1);
    return rest.toSpliced(random.below(rest.length + 1), 0, lines[at] ?? "");
  },
  "two lines in one": (lines, at) => lines.toSpliced(at, 2, lines.slice(at, at + 2).join("")),
  "a line in two"(lines, at, random) {
    const line = lines[at] ?? "";
    const middle = random.below(line.length + 1);
    return lines.toSpliced(at, 1, line.slice(0, middle), line.slice(middle));
  },
  "a line that is no record": (lines, at, random) => lines.with(at, random.pick(noRecords) ?? ""),
  "an inserted line": (lines, at, random) => lines.toSpliced(at, 0, random.pick(noRecords) ?? ""),
  "blank lines": (lines, at) => lines.toSpliced(at, 0, "", " ", "\t\r", ""),
  "a line that does not end": (lines, at) => [
    ...lines.slice(0, at),
    (lines[at] ?? "").slice(0, -2),
  ],
  "a line of many megabytes": (lines, at) =>
    lines.with(at, (lines[at] ?? "").replace(/:"/, `:"${"word ".repeat(600_000)}`)),
  "all lines the other way round": (lines) => lines.toReversed(),
};

/** Damage to files that consist of lines. */
export const lineMutations: readonly Mutation[] = Object.entries(changes).map(([name, change]) => ({
  name,
  apply(store, random) {
    const path = random.pick(filesBelow(store).filter((file) => file.endsWith(".jsonl")));
    if (path === undefined) return undefined;
    // One character for each byte, so that nothing else changes.
    const lines = readFileSync(path, "latin1").split("\n");
    const at = random.below(Math.max(1, lines.length - 1));
    const changed = change(lines, at, random).join("\n");
    writeFileSync(path, Buffer.from(changed, "latin1"));
    return { what: `${name}: ${inStore(path, store)}:${at + 1}`, places: [{ path }] };
  },
}));
