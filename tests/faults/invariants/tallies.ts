import { isUtf8 } from "node:buffer";
import { addTallies, tallyAddsUp, withSubagents } from "@chatexport/core";
import { jsonLinesOf } from "@chatexport/core/read";
import type { Reading } from "../reading.js";
import type { Invariant } from "./finished.js";
import { wholeFile } from "./whole-file.js";

/** The records read are those kept, skipped, unknown or malformed. */
export const talliesAddUp: Invariant = ({ store, after }) => {
  // An archive says what the original reader counted.
  if (store.name.startsWith("jsonl/")) return [];
  return [...after.sessions.values()].flatMap(({ session }) =>
    [...withSubagents(session)]
      .filter(({ records }) => !tallyAddsUp(records))
      .map(({ id, records }) => `the tally of ${id} does not add up: ${JSON.stringify(records)}`),
  );
};

/** Each malformed record of a session was reported. */
export const malformedIsReported: Invariant = ({ after, before }) =>
  [...after.sessions].flatMap(([key, { session }]) => {
    const count = malformedIn(session);
    const known = before.sessions.get(key);
    if (known && malformedIn(known.session) >= count) return [];
    const told = after.diagnostics.filter(
      (each) => each.session === session.id && each.severity !== "info",
    ).length;
    return told >= count
      ? []
      : [`${key}: ${count} records are malformed, and ${told} were reported`];
  });

function malformedIn(session: Parameters<typeof withSubagents>[0]): number {
  return [...withSubagents(session)].reduce(
    (sum, { records }) => sum + (records.malformed ?? 0),
    0,
  );
}

/** A line more or less in a transcript is a record more or less. */
export const linesAreCounted: Invariant = ({ store, fault, before, after, files, damaged }) => {
  if (!store.countsLines || fault.isInvisible || fault.isDeep) return [];
  const read = JSON.stringify([...before.sessions.values()].map(({ ref }) => ref.locator));
  let expected = recordsIn(before);
  for (const { path } of fault.places) {
    const [was, is] = [files.get(path), damaged.get(path)];
    if (!path.endsWith(".jsonl") || !was || !is || wholeFile(after, path)) return [];
    if (!read.includes(JSON.stringify(path))) return [];
    expected += linesIn(is) - linesIn(was);
  }
  const found = recordsIn(after);
  return found === expected ? [] : [`${expected} records are there, and ${found} were counted`];
};

function recordsIn({ sessions, stores }: Reading): number {
  const owned = [...sessions.values()].flatMap(({ session }) => [...withSubagents(session)]);
  const unowned = stores.flatMap(({ unowned = {} }) => Object.values(unowned));
  return addTallies([...owned.map(({ records }) => records), ...unowned]).read;
}

/** Records, what is left of damaged ones, and bytes that records lost. */
function linesIn(bytes: Buffer): number {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe && bytes[3] === 0;
  const text = new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
  const found = [...jsonLinesOf(text.split("\n"), !text.endsWith("\n"))];
  const lines = isWide ? [] : bytes.toString("latin1").split("\n");
  const losing = lines.filter((line, index) => {
    const next = found.find((each) => each.line > index);
    const isDamaged = next && "malformed" in next && next.line === index + 1;
    return !isDamaged && !isUtf8(Buffer.from(line, "latin1"));
  });
  return found.length + losing.length;
}
