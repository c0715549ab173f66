import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostileStrings, prompt, sampleSessions, sessionOf } from "@chatexport/testkit";
import { expect, it } from "vitest";
import { codesOf, ownRecords, run, titles } from "./demo-archive.js";
import { emptyFolder } from "./folders.js";

const manifestIn = (out: string) => join(out, ".chatexport/manifest.jsonl");
const asked = sessionOf(
  [
    { ...prompt("copied", "From before"), copiedFrom: { sessionId: "older", messageId: "a" } },
    { ...prompt("said", "Not asked"), role: "assistant" },
    prompt("blank", " \n", { type: "text", text: "a reminder", synthetic: "reminder" }),
    { ...prompt("asked", "Why \n is", "it so?"), createdAt: "2026-03-01T10:00:00.000Z" },
    prompt("more", "And then?"),
  ],
  {
    project: { name: "app", path: "/home/app" },
    startedAt: "2026-03-01T10:00:00.000Z",
    updatedAt: "2026-03-01T11:00:00.000Z",
    model: "model-1",
    subagents: [
      sessionOf([], {
        id: "agent",
        records: { read: 2, kept: 1, skipped: { noise: 1 } },
        subagents: [sessionOf([], { id: "own", purpose: "compaction" })],
      }),
    ],
    records: { read: 5, kept: 5 },
  },
);

it("says of a session all that indexes and later runs need, in one order", async () => {
  const out = emptyFolder();
  const first = await run(out, [asked]);
  const [record] = ownRecords(out, "manifest");
  const [index] = ownRecords(out, "indexes");
  expect(codesOf(first)).toEqual([]);
  expect(JSON.stringify(record, undefined, 1)).toMatchInlineSnapshot(`
    "{
     "source": "demo",
     "id": "5f0c7d1e",
     "title": "A title",
     "project": "app",
     "startedAt": "2026-03-01T10:00:00.000Z",
     "updatedAt": "2026-03-01T11:00:00.000Z",
     "model": "model-1",
     "firstPrompt": "Why is it so?",
     "messageCount": 5,
     "subagentCount": 1,
     "promptCount": 2,
     "extent": {
      "prompts": 4,
      "answers": 1,
      "results": 0,
      "files": 0,
      "edits": 0,
      "attachments": 0,
      "characters": 9,
      "resultCharacters": 0,
      "until": "2026-03-01T10:00:00.000Z"
     },
     "records": {
      "read": 5,
      "kept": 5
     },
     "subagents": [
      {
       "id": "agent",
       "records": {
        "read": 2,
        "kept": 1,
        "skipped": {
         "noise": 1
        }
       }
      },
      {
       "id": "own",
       "purpose": "compaction",
       "records": {
        "read": 0,
        "kept": 0
       }
      }
     ],
     "documents": [
      {
       "sink": "one",
       "path": "demo/app/2026-03-01-1000-a-title-5f0c7d1e.one",
       "bytes": 69,
       "sha256": "fafaec9f83893d602d7ceaadc05b99d380cbb05a11983957edb5209a576f17d5",
       "revision": "51de5459404efffd71fd525074035bbf5ff77e1a5cf2ff2fdede7bc441862c5a",
       "recipe": "484f6ac98bef30c8"
      }
     ]
    }"
  `);
  expect(index).toEqual({
    sink: "one",
    path: "index.one",
    bytes: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    of: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

it.each([
  ["of a message", asked.messages, undefined, "Why is it so?"],
  ["that the title says", asked.messages, "first-message" as const, undefined],
  ["that nobody asked", [], undefined, undefined],
  ["of 160 characters", [prompt("a", "😀".repeat(160))], undefined, "😀".repeat(160)],
  ["of more characters", [prompt("a", "😀".repeat(161))], undefined, `${"😀".repeat(159)}…`],
  [
    "that is cut at a space",
    [prompt("a", `${"a".repeat(158)} bcd`)],
    undefined,
    `${"a".repeat(158)}…`,
  ],
])("has the first prompt %s", async (_, messages, titleFrom, firstPrompt) => {
  const out = emptyFolder();
  await run(out, [sessionOf([...messages], titleFrom ? { title: "Why is it so", titleFrom } : {})]);
  expect(ownRecords(out, "manifest")[0]?.firstPrompt).toBe(firstPrompt);
});

it("is the same whatever the order of the sessions and sinks", async () => {
  const [one, two] = [emptyFolder(), emptyFolder()];
  const sinks = [titles, { ...titles, name: "two", extension: "two" }];
  await run(one, sampleSessions(), { sinks });
  await run(two, sampleSessions().reverse(), { sinks: sinks.toReversed() });
  for (const name of ["manifest", "indexes"]) {
    const read = (out: string) => readFileSync(join(out, `.chatexport/${name}.jsonl`), "utf8");
    expect(read(two)).toBe(read(one));
  }
  const keys = ownRecords(one, "manifest").map(({ source, id }) => `${source} ${id}`);
  expect(keys).toEqual(keys.toSorted());
});

const file = { path: "demo/x.png", bytes: 1, sha256: "00" };

it.each<[string, (record: never) => object]>([
  ["no source", (record) => ({ ...(record as object), source: "" })],
  ["no id", (record) => ({ ...(record as object), id: undefined })],
  ...["title", "project", "startedAt", "updatedAt", "model", "firstPrompt"].map(textIsNumber),
  ...["place", "listedBy", "refused"].map(textIsNumber),
  ...["messageCount", "subagentCount", "edition"].map(countIsNegative),
  ["an unknown state", (record) => ({ ...(record as object), state: "lost" })],
  ["an extent without counts", (record) => ({ ...(record as object), extent: {} })],
  [
    "an odd end of its extent",
    (record: { extent: object }) => ({ ...record, extent: { ...record.extent, until: 1 } }),
  ],
  ["a tally without counts", (record) => ({ ...(record as object), records: {} })],
  ["no list of documents", (record) => ({ ...(record as object), documents: {} })],
  ["an odd sub-agent", (record) => ({ ...(record as object), subagents: [{ id: 1 }] })],
  ["an odd earlier document", (record) => ({ ...(record as object), earlier: [file] })],
  ...["/etc/passwd", "../x", "a/../x", ".chatexport/x", "a//b", "a\\b", "a\0", ""].map(hasPath),
  ["a size that is no number", withDocument({ bytes: "1" })],
  ["no hash", withDocument({ sha256: "" })],
  ["no sink", withDocument({ sink: "" })],
  ["no revision", withDocument({ revision: undefined })],
  ["no fingerprint", withDocument({ recipe: 1 })],
  ["an odd file beside a document", withDocument({ assets: [{ ...file, path: "../x" }] })],
  ["an odd page", withDocument({ pages: [{ ...file, bytes: -1 }] })],
  ["no object", () => []],
])("leaves out a line with %s", async (_, damage) => {
  const out = emptyFolder();
  await run(out, [asked]);
  const [record] = ownRecords(out, "manifest");
  writeFileSync(manifestIn(out), `\n${JSON.stringify(damage(record as never))}\n`);
  const { diagnostics, reasons } = await run(out, [asked]);
  expect(diagnostics).toEqual([
    {
      severity: "warning",
      code: "damaged-manifest",
      message: expect.stringMatching(/^The line of the manifest describes no session/),
      origin: { path: manifestIn(out), at: 2 },
    },
  ]);
  expect(reasons).toEqual(["a new session"]);
  expect(ownRecords(out, "manifest")).toEqual([record]);
});

function textIsNumber(name: string): [string, (record: never) => object] {
  return [`a ${name} that is no text`, (record) => ({ ...(record as object), [name]: 1 })];
}

function countIsNegative(name: string): [string, (record: never) => object] {
  return [`a negative ${name}`, (record) => ({ ...(record as object), [name]: -1 })];
}

function withDocument(change: object): (record: { documents: object[] }) => object {
  return (record) => ({ ...record, documents: [{ ...record.documents[0], ...change }] });
}

function hasPath(path: string): [string, (record: never) => object] {
  return [`the path ${JSON.stringify(path)}`, withDocument({ path })];
}

it("reads a manifest that begins with a mark, and of two lines for a session the later one", async () => {
  const out = emptyFolder();
  await run(out, [asked]);
  const text = readFileSync(manifestIn(out), "utf8");
  const older = text.replace('"title":"A title"', '"title":"Older"');
  writeFileSync(manifestIn(out), `\ufeff${older}${text}`);
  const again = await run(out, [asked]);
  expect([again.reasons, codesOf(again)]).toEqual([[], []]);
  expect(readFileSync(manifestIn(out), "utf8")).toBe(text);
});

it("keeps a line as it was while nothing is known anew", async () => {
  const out = emptyFolder();
  const sessions = hostileStrings.map((title, index) =>
    sessionOf([prompt("a", title)], { id: `${index}`, title, project: { name: title } }),
  );
  const first = await run(out, sessions);
  expect(codesOf(first)).toEqual([]);
  const before = readFileSync(manifestIn(out), "utf8");
  const again = await run(out, sessions);
  expect([again.reasons, codesOf(again)]).toEqual([[], []]);
  expect(readFileSync(manifestIn(out), "utf8")).toBe(before);
  expect(ownRecords(out, "manifest")).toHaveLength(hostileStrings.length);
});
