import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { contextFor, type Diagnostic, type SourceOptions, schemaVersion } from "../src/index.js";
import {
  Draft,
  droppedFields,
  Fields,
  lineSource,
  placesOf,
  readRecords,
  recordReaders,
  recordsOfLines,
  type StoredRecord,
} from "../src/source/index.js";
import { emptyFolder } from "./folders.js";

const named = { dropped: droppedFields({ secret: { texts: "token" } }) };

/** A source of a tool that writes "say" and keeps what it notes. */
function parrot(options: SourceOptions) {
  const read = recordReaders<StoredRecord, [Draft]>({
    "say shout": ({ fields, at }, draft) => {
      const text = fields.text("text");
      if (text === undefined) return "unknown";
      const parts = [{ type: "text" as const, text }];
      return { kept: draft.begin({ id: "said", role: "user", parts, origin: { at } }) };
    },
    tick: ({ fields }) => {
      fields.number("beat");
      return { skipped: "bookkeeping" };
    },
  });
  const recordOf = (raw: StoredRecord["raw"], at: number): StoredRecord => {
    const fields = new Fields(raw, named);
    return { type: fields.text("type") ?? "none", at, fields, raw };
  };
  return lineSource({
    name: "parrot",
    places: placesOf(options, ".parrot", "PARROT_HOME"),
    isSession: (path) => path.endsWith(".talk"),
    listed: ({ head: [first] }) =>
      first?.type === "say" ? { id: String(first.id), updatedAt: String(first.at) } : undefined,
    async load(path, { id }, context) {
      const draft = new Draft();
      const file = { path, records: recordsOfLines(path, recordOf, context), draftOf: () => draft };
      await readRecords(file, (record) => read(record, draft), context);
      const { messages, tally } = draft;
      const session = { schemaVersion, id, source: "parrot", format: "parrot/jsonl" };
      return { ...session, messages, records: tally.result(), origin: { path } };
    },
    says: { pause: "The parrot paused." },
  });
}

const talk = [
  '{"type":"say","id":"one","at":"2026-01-01","text":"Hello","token":"t","mood":"gay"}',
  '{"type":"shout","text":["Ahoy"]}',
  "oops",
  '{"type":"tick"}',
  '{"type":"shout","text":"Ahoy"}',
].join("\n");

/** A home with a session, an older copy of it, and files that are none. */
function homeWith(files: Readonly<Record<string, string>>): string {
  const home = emptyFolder();
  mkdirSync(join(home, ".parrot/deep/folder"), { recursive: true });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(home, ".parrot", name), text);
  return home;
}

async function contentOf(options: SourceOptions) {
  const reported: Diagnostic[] = [];
  const context = contextFor({ report: (each) => reported.push(each) }, {});
  const source = parrot(options);
  const refs = [];
  for await (const ref of source.list(context)) refs.push(ref);
  const sessions = [];
  for (const ref of refs) sessions.push(await source.load(ref, context));
  return { context, reported, source, refs, sessions };
}

test("a file of lines that are all damaged is told where nothing says whose it is", async () => {
  const files = {
    "a.talk": talk,
    "cut.talk": '{"type":"say","id":"two',
    "c.talk": "{}",
    "d.talk": "",
  };
  const { reported } = await contentOf({ home: homeWith(files) });
  expect(reported.map(({ code, origin }) => [code, basename(origin?.path ?? "")])).toEqual([
    ["unknown-file", "cut.talk"],
    ["malformed-line", "a.talk"],
    ["unknown-record", "a.talk"],
  ]);
});

test("a source of lines reads each record, and counts it", async () => {
  const older = talk.replace("2026-01-01", "2025-01-01");
  const files = { "deep/folder/a.talk": talk, "b.talk": older, "notes.txt": talk, "c.talk": "{}" };
  const home = homeWith(files);
  const { refs, sessions, reported, source, context } = await contentOf({ home });
  expect(refs).toMatchObject([{ id: "one", source: "parrot", bytes: talk.length }]);
  expect(sessions[0]?.records).toEqual({
    read: 5,
    kept: 2,
    skipped: { bookkeeping: 1 },
    unknown: { shout: 1 },
    malformed: 1,
    unknownFields: { "say-key.at": 1, "say-key.id": 1, "say-key.mood": 1 },
  });
  expect(sessions[0]?.messages).toMatchObject([
    { id: "said", native: { mood: "gay" } },
    { id: "record-2", parentId: "said", parts: [{ type: "unknown", native: { text: ["Ahoy"] } }] },
    { id: "line-3", parts: [{ type: "notice", native: { text: "oops" } }] },
    { id: "said~3", parts: [{ text: "Ahoy" }] },
  ]);
  expect(JSON.stringify(sessions)).not.toContain("token");
  expect(reported.map(({ code }) => code)).toEqual(["malformed-line", "unknown-record"]);
  expect(await source.stores(context)).toMatchObject([
    { found: true, readable: true, sessions: 1, bytes: talk.length },
  ]);
  const names = await source.unknownNames?.(context);
  expect(names?.map(({ name }) => name)).toEqual(["shout", "at", "id", "mood"]);
});

test("a record that is left out is unknown where a field of it is of another kind", async () => {
  const ticks = ['{"type":"tick","beat":3}', '{"type":"tick","beat":"quick"}', '{"type":"tick"}'];
  const { sessions, reported } = await contentOf({
    home: homeWith({ "a.talk": [talk.split("\n")[0], ...ticks].join("\n") }),
  });
  expect(sessions[0]?.records).toMatchObject({ skipped: { bookkeeping: 2 }, unknown: { tick: 1 } });
  expect(JSON.stringify(sessions[0]?.messages)).toContain('"beat":"quick"');
  expect(reported).toMatchObject([{ code: "unknown-record", origin: { at: 3 } }]);
});

test("a source of lines lists a session that begins with a long line", async () => {
  const long = talk.replace("Hello", "Hello ".repeat(100_000));
  const { refs } = await contentOf({ home: homeWith({ "a.talk": long }) });
  expect(refs).toMatchObject([{ id: "one", updatedAt: "2026-01-01" }]);
});

test("a flood of unknown records shares messages, and is told of once", async () => {
  const lines = Array.from({ length: 12_001 }, (_, index) => `{"type":"wave","n":${index}}`);
  const [first = ""] = talk.split("\n");
  const home = homeWith({ "a.talk": [first, ...lines, '{"type":"gull"}'].join("\n") });
  const { sessions, reported } = await contentOf({ home });
  const { messages = [], records } = sessions[0] ?? {};
  expect(records).toMatchObject({ read: 12_003, kept: 1, unknown: { wave: 12_001, gull: 1 } });
  expect(messages.length).toBeLessThan(10_010);
  const kept = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "unknown" ? [part.native].flat() : [])),
  );
  expect(kept.map((each) => JSON.stringify(each))).toEqual([...lines, '{"type":"gull"}']);
  expect(reported).toMatchObject([
    { code: "unknown-record", origin: { at: 2 }, message: expect.stringContaining("12001") },
    { code: "unknown-record", origin: { at: 12_003 } },
  ]);
});

test("a source of lines knows in which sessions a word cannot be", async () => {
  const home = homeWith({ "a.talk": talk });
  const { refs, source, context } = await contentOf({ home });
  const [ref] = refs;
  if (!ref) throw new Error("There is no session.");
  for (const [word, isPossible] of [
    ["ahoy", true],
    ["paused", true],
    ["damaged", true],
    ["rope", false],
  ] as const)
    expect(await source.mayContain?.(ref, [word], context), word).toBe(isPossible);
});

test("a place that is missing is no error, one that cannot be read is", async () => {
  const none = await contentOf({ home: emptyFolder() });
  expect(none.reported).toEqual([]);
  expect(await none.source.stores(none.context)).toMatchObject([{ found: false, readable: false }]);
  const root = join(homeWith({ "a.talk": talk }), ".parrot/a.talk");
  expect((await contentOf({ roots: [root] })).refs).toMatchObject([{ id: "one" }]);
});

test("options, else the variable, else the home decide where sessions are looked for", () => {
  expect(placesOf({ roots: ["a", "a"] }, ".parrot", "PARROT_HOME")).toEqual([resolve("a")]);
  expect(placesOf({ home: "/h" }, ".parrot", "PARROT_HOME")).toEqual([resolve("/h/.parrot")]);
  const inOwnHome = expect.stringMatching(/\.parrot$/);
  expect(placesOf({}, ".parrot")).toEqual(expect.arrayContaining([inOwnHome]));
  process.env.PARROT_HOME = resolve("/elsewhere");
  process.env.PARROT_TALKS = resolve("/talks");
  try {
    const places = placesOf({}, ".parrot", "PARROT_HOME", "PARROT_TALKS");
    expect(places[0]).toBe(resolve("/elsewhere"));
    expect(places.at(-1)).toBe(resolve("/talks"));
    expect(placesOf({ home: "/h" }, ".parrot", "PARROT_HOME", "PARROT_TALKS")).toHaveLength(1);
  } finally {
    delete process.env.PARROT_HOME;
    delete process.env.PARROT_TALKS;
  }
});
