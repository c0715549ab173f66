import { gunzipSync, gzipSync } from "node:zlib";
import type { Sink } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { sinkChecks } from "../src/index.js";
import { plainText } from "./plain-text.js";
import { failuresOf, subjectOf } from "./plain-text-subject.js";
import { seeing } from "./sink-faults/fault.js";
import { faults } from "./sink-faults/index.js";

describe("a sink that does all that is asked of it", () => {
  for (const { name, run } of sinkChecks(subjectOf(plainText))) test(name, run);
});

describe("a sink that", () => {
  test.each(faults)("%s", async (_, create, fails) => {
    const failures = await failuresOf(create);
    expect([...failures.keys()].sort()).toEqual([...fails].sort());
  });
});

test("each check notices something", () => {
  const names = sinkChecks(subjectOf(plainText)).map(({ name }) => name);
  expect(new Set(faults.flatMap(([, , fails]) => fails))).toEqual(new Set(names));
});

test("a variant is asked what its options can change", () => {
  const names = (isVariant: boolean) =>
    sinkChecks({ ...subjectOf(plainText), isVariant }).map(({ name }) => name);
  expect(names(true)).toContain("contains hostile text");
  expect(names(false).filter((name) => !names(true).includes(name))).toMatchInlineSnapshot(`
    [
      "prints nothing, and lets the process go on",
      "writes the same twice",
      "writes the same at another time and place",
      "writes a huge session in pieces",
      "does not run ahead of its reader",
      "leaves sessions as they are",
      "forgets a session after it",
      "keeps sessions apart that are rendered at the same time",
      "writes nothing on the disk itself",
      "writes the same index each time, of any number of sessions",
      "links to every document in an index",
      "contains hostile text in an index",
    ]
  `);
});

test.each([
  "makes a formula of a text",
  "writes half a character",
  "throws for a time that is none",
])("a sink that %s fails with every hostile text in every sample, too", async (what) => {
  const create = faults.find(([name]) => name === what)?.[1] ?? plainText;
  const checks = sinkChecks(subjectOf(create));
  const check = checks.find(({ name }) => name === "contains hostile text");
  await expect(check?.run()).rejects.toThrow();
});

test("the first check says that a sink renders nothing", async () => {
  const { render: _, ...rest } = plainText();
  const failures = await failuresOf(() => rest as Sink);
  expect([...failures.keys()][0]).toBe("has a name, an extension, a media type and features");
});

test("documents may be bytes that are no text", async () => {
  const packed = (): Sink => {
    const { index: _, layout: __, ...rest } = plainText();
    return {
      ...rest,
      render: (session, { page: _, ...context }) => pack(rest.render(session, context)),
    };
  };
  const text = (document: Uint8Array) => gunzipSync(document).toString();
  expect(await failuresOf(packed, text)).toEqual(new Map());
});

async function* pack(pieces: ReturnType<Sink["render"]>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield gzipSync(piece, { level: 0 });
}

test("checks that run at the same time do not disturb each other", async () => {
  const day = () => seeing((session) => ({ ...session, title: new Date().toDateString() }));
  const checks = sinkChecks(subjectOf(day));
  const results = await Promise.allSettled(checks.map(({ run }) => run()));
  const failed = checks.filter((_, index) => results[index]?.status === "rejected");
  expect(failed.map(({ name }) => name)).toEqual(["writes the same at another time and place"]);
});

test("a check that is skipped says why", () => {
  const skip = { "contains hostile text": "It writes none." };
  const checks = sinkChecks({ ...subjectOf(plainText), skip });
  expect(checks.filter((check) => check.skip !== undefined)).toMatchObject([
    { name: "contains hostile text", skip: "It writes none." },
  ]);
  expect(() =>
    sinkChecks({ ...subjectOf(plainText), skip: { "contains hostile text": " " } }),
  ).toThrow('"contains hostile text" is skipped without a reason');
});
