import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contextFor, type Session } from "@chatexport/core";
import { expect, test } from "vitest";
import { everything } from "../../sink-jsonl/test/sessions.js";
import jsonl from "../src/index.js";
import { fileOf, folderWith, ids, linesOf, message, read, sessionOf } from "./archive.js";

const one = sessionOf("11111111-1111-4111-8111-111111111111");
const two = sessionOf("22222222-2222-4222-8222-222222222222");

function stores(...roots: string[]) {
  return jsonl({ roots }).stores(contextFor({}, {}));
}

/** The same lines with other blanks, as other programs write JSON. */
function spaced(file: string): string {
  return file.replace(/[^\n]+/g, (line) =>
    JSON.stringify(JSON.parse(line), null, 1).replaceAll(/\n\s*/g, " "),
  );
}

/** The same lines with the keys in alphabetical order. */
function sorted(file: string): string {
  const inOrder = (_: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return file.replace(/[^\n]+/g, (line) => JSON.stringify(JSON.parse(line), inOrder));
}

test("every field of the model comes back, with the tally and the origins of the first reader", async () => {
  const path = join(folderWith({ "a.jsonl": await fileOf(everything) }), "a.jsonl");
  const { sessions, listing, loading } = await read(path);
  expect(sessions).toEqual([JSON.parse(JSON.stringify(everything))]);
  expect([...listing, ...loading]).toEqual([]);
});

test("fields that only a later version writes into lines of messages and ends are kept", async () => {
  const more: Readonly<Record<string, object>> = {
    message: { wind: ["north"] },
    end: { weather: "sun", tide: 3 },
  };
  const file = (await fileOf(one)).replace(/[^\n]+/g, (line) => {
    const record = JSON.parse(line);
    return JSON.stringify({ ...record, ...more[record.type] });
  });
  const { sessions, listing, loading } = await read(folderWith({ "a.jsonl": file }));
  expect(sessions[0]?.native).toEqual({ weather: "sun", tide: 3 });
  expect(sessions[0]?.messages[0]?.native).toEqual({ wind: ["north"] });
  expect([...listing, ...loading]).toEqual([]);
});

test("a sub-agent comes back, also where no session is known to have started it", async () => {
  const parent = { relation: "subagent" } as const;
  const { refs, sessions } = await read(
    folderWith({ "a.jsonl": await fileOf({ ...one, parent }) }),
  );
  expect([...refs, ...sessions].map((each) => each.parent)).toEqual([parent, parent]);
});

test("a session is listed as its line describes it", async () => {
  const file = await fileOf(everything);
  const folder = folderWith({ "a.jsonl": file });
  const { refs } = await read(folder);
  expect(refs).toEqual([
    {
      id: "parent",
      source: "stub",
      title: "Everything",
      cwd: "/shop",
      project: everything.project,
      branch: "main",
      startedAt: everything.startedAt,
      updatedAt: everything.updatedAt,
      bytes: Buffer.byteLength(file),
      archived: true,
      parent: everything.parent,
      revision: expect.any(String),
      locator: expect.anything(),
    },
  ]);
});

test("one file may hold several sessions", async () => {
  const folder = folderWith({ "all.jsonl": await fileOf(one, everything, two) });
  const { refs, sessions } = await read(folder);
  expect(sessions).toEqual(JSON.parse(JSON.stringify([one, everything, two])));
  expect(new Set(refs.map(({ revision }) => revision)).size).toBe(3);
  expect(refs.map(({ bytes }) => bytes)).toEqual(
    await Promise.all(
      [one, everything, two].map(async (session) => Buffer.byteLength(await fileOf(session))),
    ),
  );
});

test("a byte order mark, other line ends, blank lines, blanks and another order of keys do not matter", async () => {
  const file = await fileOf(one, everything);
  const expected = JSON.parse(JSON.stringify([one, everything]));
  const variants = [
    `\ufeff${file}`,
    file.replaceAll("\n", "\r\n"),
    `\n\n${file.replaceAll("\n", "\n\n")}`,
    spaced(file),
    sorted(file),
    file.trimEnd(),
  ];
  for (const variant of variants) {
    const { sessions, listing, loading } = await read(folderWith({ "a.jsonl": variant }));
    expect(sessions).toEqual(expected);
    expect([...listing, ...loading]).toEqual([]);
  }
});

test("a session that is longer than what is read at once comes back", async () => {
  const text = "ä".repeat(1_500_000);
  const long: Session = { ...one, title: "Long", native: { text }, messages: [message("m", text)] };
  const { sessions } = await read(folderWith({ "a.jsonl": await fileOf(two, long) }));
  expect(sessions).toEqual([two, long]);
});

test("a session is found wherever its line falls in what is read at once", async () => {
  const [header = "", ...rest] = await linesOf({ ...one, messages: [message("m", "")] });
  const empty = Buffer.byteLength([header, ...rest].join(""));
  for (const before of [-1, 0, 1, 10, 100, 250, 300]) {
    const text = "x".repeat(1024 * 1024 - empty - before);
    const first = { ...one, messages: [message("m", text)] };
    const { sessions } = await read(folderWith({ "a.jsonl": await fileOf(first, two) }));
    expect(ids(sessions)).toEqual([one.id, two.id]);
    expect(sessions[1]).toEqual(two);
  }
});

test("the revision differs when the file has changed", async () => {
  const folder = folderWith({ "a.jsonl": await fileOf(one) });
  const before = (await read(folder)).refs[0]?.revision;
  expect((await read(folder)).refs[0]?.revision).toBe(before);
  writeFileSync(join(folder, "a.jsonl"), await fileOf({ ...one, title: "Another" }));
  expect((await read(folder)).refs[0]?.revision).not.toBe(before);
});

test("a second read gives the same", async () => {
  const folder = folderWith({
    "a.jsonl": await fileOf(one, everything),
    "b/c.jsonl": await fileOf(two),
  });
  expect(await read(folder)).toEqual(await read(folder));
});

test("listing does not parse messages", async () => {
  const [header, , ...rest] = await linesOf(one);
  const folder = folderWith({
    "a.jsonl": [header, '{"type":"message", oh no\n', ...rest].join(""),
  });
  const { listing, loading } = await read(folder);
  expect(listing).toEqual([]);
  expect(loading).toEqual(["warning malformed-line a.jsonl:2"]);
});

test("a root may be an archive, a folder below it, or one file of any name", async () => {
  const folder = folderWith({ "claude/shop/a.jsonl": await fileOf(one), copy: await fileOf(one) });
  for (const root of ["", "claude", "claude/shop", "claude/shop/a.jsonl", "copy"])
    expect((await read(join(folder, root))).sessions).toEqual([one]);
});

test("names that begin with a dot, other names, and links to folders are left alone", async () => {
  const folder = folderWith({
    ".chatexport/manifest.jsonl": "{}\n",
    ".a.jsonl": await fileOf(one),
    "a.md": "# One",
    "b.jsonl": await fileOf(two),
  });
  const elsewhere = folderWith({ "c.jsonl": await fileOf(one) });
  symlinkSync(elsewhere, join(folder, "linked"));
  const { sessions, listing } = await read(folder);
  expect(sessions).toEqual([two]);
  expect(listing).toEqual([]);
});

test("roots that overlap list each session once", async () => {
  const folder = folderWith({ "x/a.jsonl": await fileOf(one) });
  symlinkSync(join(folder, "x", "a.jsonl"), join(folder, "x", "b.jsonl"));
  const roots = [folder, join(folder, "x"), join(folder, "x", "a.jsonl"), folder];
  const { refs, listing } = await read(...roots);
  expect(refs).toHaveLength(1);
  expect(listing).toEqual([]);
  expect((await stores(...roots)).map(({ sessions }) => sessions)).toEqual([1, 1, 1]);
});

test("of several copies the fullest is listed, the others are named", async () => {
  const later = { ...one, updatedAt: "2026-11-20T10:00:00Z" };
  const longer = { ...two, title: "A longer line" };
  const folder = folderWith({
    "a.jsonl": await fileOf(one, two),
    "b.jsonl": await fileOf(longer, later, longer),
    "c.jsonl": await fileOf({ ...one, source: "cursor" }),
  });
  const { sessions, listing } = await read(folder);
  expect(sessions).toEqual([longer, later, { ...one, source: "cursor" }]);
  expect(listing).toEqual([
    "info duplicate-session a.jsonl:1",
    "info duplicate-session a.jsonl:5",
    "info duplicate-session b.jsonl:9",
  ]);
});

test("without roots there is nothing to read", async () => {
  expect(await jsonl({ home: "/home/mira" }).stores(contextFor({}, {}))).toEqual([]);
  expect((await read()).refs).toEqual([]);
});

test("a root has the sessions that were listed from a fuller copy, too", async () => {
  const [folder, copy] = [await fileOf(one, two), await fileOf(one)].map((text) =>
    folderWith({ "a.jsonl": text }),
  );
  const found = await stores(folder ?? "", copy ?? "");
  expect(found.map(({ sessions }) => sessions)).toEqual([2, 1]);
});

test("stores tell what is at each root", async () => {
  const folder = folderWith({ "a.jsonl": await fileOf(one, two) });
  mkdirSync(join(folder, "empty"));
  expect(await stores(folder, join(folder, "empty"), join(folder, "gone"))).toEqual([
    { path: folder, format: "jsonl", found: true, readable: true, sessions: 2 },
    { path: join(folder, "empty"), format: "jsonl", found: true, readable: true, sessions: 0 },
    {
      path: join(folder, "gone"),
      format: "jsonl",
      found: false,
      readable: false,
      reason: expect.stringContaining("it does not exist"),
    },
  ]);
});
