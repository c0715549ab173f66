import { readFileSync } from "node:fs";
import { type Session, tallyAddsUp, withSubagents } from "@chatexport/core";
import { expect, test } from "vitest";
import { sampleSessions } from "../src/index.js";
import { type Described, missingOf, type Schema } from "./schema-coverage.js";

// Whatever the model has stands in the schema of the lines that hold all of it.
const schema: Schema = JSON.parse(
  readFileSync(new URL("../../sink-jsonl/schema.json", import.meta.url), "utf8"),
);

/** Sessions and messages as the schema has them. */
function describedObjects(sessions: readonly Session[]): Described[] {
  return sessions.flatMap((whole) =>
    [...withSubagents(whole)].flatMap(({ messages, branches = [], subagents: _, ...session }) => {
      const all = [...messages, ...branches.flatMap((branch) => branch.messages)];
      const lines = branches.map(({ messages: __, ...branch }) => branch);
      const header = { ...session, ...(lines.length > 0 && { branches: lines }) };
      const described: Described[] = [
        ["session", header],
        ...all.map((one): Described => ["message", one]),
      ];
      return described;
    }),
  );
}

test("the samples show every field of the model, and every value that is one of a few", () => {
  expect(missingOf(schema, describedObjects(sampleSessions()))).toEqual([]);
});

test("whatever is left out of the samples is noticed", () => {
  const withoutLast = describedObjects(sampleSessions().filter(({ id }) => id !== "e5-rare"));
  expect(missingOf(schema, withoutLast)).toEqual(
    expect.arrayContaining([
      "compaction.summary",
      "notice.level = error",
      "synthetic = skill",
      "unknown.type = unknown",
    ]),
  );
});

test("the samples survive JSON", () => {
  const sessions = sampleSessions();
  expect(JSON.parse(JSON.stringify(sessions))).toEqual(sessions);
  for (const { records } of sessions) expect(tallyAddsUp(records)).toBe(true);
});

test("the samples are new objects each time", () => {
  const [one, other] = [sampleSessions(), sampleSessions()];
  expect(one).toEqual(other);
  const objects = new Set<object>(objectsOf(one));
  expect([...objectsOf(other)].filter((object) => objects.has(object))).toEqual([]);
});

function* objectsOf(value: unknown): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const inner of Object.values(value)) yield* objectsOf(inner);
}
