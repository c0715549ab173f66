import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type Branch,
  defined,
  type Json,
  type JsonObject,
  type Message,
  nonEmpty,
  type Part,
  type Session,
  schemaVersion,
} from "@chatexport/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileOf, folderWith, read } from "./archive.js";

const oddText = fc.constantFrom(
  "__proto__",
  "constructor",
  "\ud800",
  "a\udc00b",
  "\u2028\u2029\u0085",
  "\u0000",
  "👩‍🚀",
  "\r\n",
  '{"type":"session","schemaVersion":1}',
  "\ufeff",
  "",
);
const text = fc.oneof(oddText, fc.string({ unit: "binary" }), fc.string());

const { value, object } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  // Like a parser, which defines "__proto__" as any other key.
  object: fc
    .array(fc.tuple(text, tie("value")), { maxLength: 3 })
    .map((entries): JsonObject => Object.fromEntries(entries)),
}));

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text }),
  fc.record({ type: fc.constant("unknown" as const), recordType: text, native: value }),
  fc
    .record({
      type: fc.constant("tool-call" as const),
      kind: fc.constant("other" as const),
      id: text,
      name: text,
      status: fc.constant("completed" as const),
      input: optional(value),
      result: optional(
        fc.record({
          content: fc.array(fc.record({ type: fc.constant("text" as const), text }), {
            maxLength: 2,
          }),
          isError: fc.boolean(),
        }),
      ),
      native: optional(object),
    })
    .map(defined),
);

const message: fc.Arbitrary<Message> = fc
  .record({
    id: text,
    role: fc.constantFrom("user" as const, "assistant" as const, "system" as const),
    parts: fc.array(part, { maxLength: 3 }),
    origin: optional(fc.record({ at: fc.nat() })),
    native: optional(object),
  })
  .map(defined);

const messages = fc.array(message, { maxLength: 4 });

const branches: fc.Arbitrary<Branch[]> = fc.uniqueArray(
  fc
    .record({
      id: text,
      forkedFrom: optional(text),
      reason: fc.constantFrom("edit" as const, "orphan" as const),
      messages,
    })
    .map(defined),
  { maxLength: 3, selector: ({ id }) => id },
);

function sessions(depth: number): fc.Arbitrary<Session> {
  const subagents: fc.Arbitrary<Session[]> =
    depth === 0 ? fc.constant([]) : fc.array(sessions(depth - 1), { maxLength: 3 });
  return fc
    .record({
      schemaVersion: fc.constant(schemaVersion),
      id: text,
      source: text,
      format: text,
      title: optional(text),
      updatedAt: optional(fc.constantFrom("2026-11-20T10:00:00Z", "2026-11-20T10:00:00.5Z")),
      archived: optional(fc.boolean()),
      messages,
      branches: branches.map((list) => nonEmpty(list)),
      subagents: subagents.map((list) => nonEmpty(list)),
      records: fc
        .record({
          read: fc.nat(),
          kept: fc.nat(),
          skipped: optional(fc.constant({ progress: 1 })),
          malformed: optional(fc.nat()),
        })
        .map(defined),
      origin: fc.record({ path: text, at: fc.oneof(text, fc.nat()) }),
      native: optional(object),
    })
    .map(defined);
}

test("what was written comes back, whatever is in it", async () => {
  const path = join(folderWith({}), "all.jsonl");
  const several = fc.uniqueArray(sessions(2), {
    minLength: 1,
    maxLength: 3,
    selector: ({ id, source }) => JSON.stringify([id, source]),
  });
  await fc.assert(
    fc.asyncProperty(several, async (written) => {
      writeFileSync(path, await fileOf(...written));
      const { sessions, listing, loading } = await read(path);
      expect([...listing, ...loading]).toEqual([]);
      expect(isDeepStrictEqual(sessions, JSON.parse(JSON.stringify(written)))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
