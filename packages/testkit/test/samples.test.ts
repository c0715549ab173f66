import { type Session, tallyAddsUp } from "@chatexport/core";
import { modelSchemas } from "@chatexport/core/fields";
import { expect, test } from "vitest";
import { sampleSessions } from "../src/index.js";
import { missingOf, type Schema } from "./schema-coverage.js";

const schema = { $defs: Object.fromEntries(modelSchemas()) } as Schema;

/** The parts of the model that no session shows. */
function missingIn(sessions: readonly Session[]): string[] {
  return missingOf(
    schema,
    sessions.map((session) => ["Session", session]),
  );
}

test("the samples show every field of the model, and every value that is one of a few", () => {
  expect(missingIn(sampleSessions())).toEqual([]);
});

test("whatever is left out of the samples is noticed", () => {
  expect(missingIn(sampleSessions().filter(({ id }) => id !== "e5-rare"))).toEqual(
    expect.arrayContaining([
      "CompactionPart.summary",
      "NoticePart.level = error",
      "Synthetic = skill",
      "UnknownPart.type = unknown",
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
