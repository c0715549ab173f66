import { gunzipSync, gzipSync } from "node:zlib";
import type { Sink } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { sinkChecks } from "../src/index.js";
import { type Escape, harmless, plainText } from "./plain-text.js";
import { failuresOf, subjectOf } from "./plain-text-subject.js";
import { seeing } from "./sink-faults/fault.js";
import { faults } from "./sink-faults/index.js";

describe("a sink that does all that is asked of it", () => {
  for (const { name, run } of sinkChecks(subjectOf(plainText))) test(name, run);
});

describe("a sink that", () => {
  test.each(faults)("%s", async (_, create, fails) => {
    const failures = await failuresOf(subjectOf(create));
    expect([...failures.keys()].sort()).toEqual([...fails].sort());
  });
});

test.each([
  ["a heading of Org", /\n(?=\* )/],
  ["the end of a block of Org", /\n(?=#\+end_src\n)/],
  ["the end of a drawer of Org", /\n(?=:END:\n)/],
  ["what Emacs runs", /\n(?=# eval:)/],
  ["the end of a block of AsciiDoc", /\n(?=\.{4}\n)/],
  ["a directive of reST", /\n(?=\.\. raw::)/],
  ["the end of an environment of LaTeX", /\n(?=\\end\{lstlisting\}\n)/],
  ["a request of troff", /\n(?=\.SH )/],
])("a sink that writes %s as it is does not contain hostile text", async (_, kept) => {
  const checks = sinkChecks({ ...subjectOf(() => plainText(keeping(kept))), isVariant: true });
  const check = checks.find(({ name }) => name === "contains hostile text");
  await expect(check?.run()).rejects.toThrow("is more than text");
});

/** An escape that keeps such line breaks. */
function keeping(breaks: RegExp): Escape {
  return (text) => text.split(breaks).map(harmless).join("\n");
}

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
      "has documents whose outlines differ",
      "writes the same at another time and place",
      "writes a huge session in pieces",
      "takes a time that grows as texts do",
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
  const failures = await failuresOf(subjectOf(() => rest as Sink));
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
  expect(await failuresOf(subjectOf(packed, text))).toEqual(new Map());
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

test("a skip of a check that does not exist is refused", () => {
  const skip: object = { "contains hostile texts": "It writes none." };
  expect(() => sinkChecks({ ...subjectOf(plainText), skip })).toThrow(
    'there is no check "contains hostile texts"; did you mean "contains hostile text"?',
  );
});

test("an outline that sees nothing is no outline", async () => {
  const failures = await failuresOf({ ...subjectOf(plainText), outline: () => 0 });
  expect([...failures]).toMatchInlineSnapshot(`
    [
      [
        "has documents whose outlines differ",
        [CheckFailed: the outline of each sample is 0; it sees nothing that hostile text could change],
      ],
    ]
  `);
});

test("a format has hostile texts of its own", async () => {
  const create = () =>
    plainText((text) =>
      text
        .split(/\n(?=%%\n)/)
        .map(harmless)
        .join("\n"),
    );
  expect(await failuresOf(subjectOf(create))).toEqual(new Map());
  const failures = await failuresOf({ ...subjectOf(create), hostile: ["x\n%%\n"] });
  expect([...failures]).toMatchInlineSnapshot(`
    [
      [
        "contains hostile text",
        [CheckFailed: "x\\n%%\\n" is more than text in id of the sample 3d7a90f2-ferry: No line begins with %%  pear x],
      ],
      [
        "contains hostile text in an index",
        [CheckFailed: "x\\n%%\\n" is more than text in [0].id of an index: No line begins with %%  pear x],
      ],
    ]
  `);
});

test("a difference between outlines is what one of them has more", async () => {
  const create = () =>
    plainText((text) =>
      text
        .split(/\n(?=text: )/)
        .map(harmless)
        .join("\n"),
    );
  const failures = await failuresOf({ ...subjectOf(create), hostile: ["x\ntext: y\n"] });
  expect([...failures]).toMatchInlineSnapshot(`
    [
      [
        "contains hostile text",
        [CheckFailed: "x\\ntext: y\\n" is more than text in id of the sample 3d7a90f2-ferry: it adds "text", "text", "text" to the outline],
      ],
      [
        "contains hostile text in an index",
        [CheckFailed: "x\\ntext: y\\n" is more than text in [0].id of an index: it adds "text", "text", "text" to the outline],
      ],
    ]
  `);
});
