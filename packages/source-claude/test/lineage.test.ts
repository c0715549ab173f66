import { appendFileSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import {
  allMessages,
  type Diagnostic,
  type LoadedSession,
  type SessionRef,
  sessions,
  tallyAddsUp,
} from "@chatexport/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt, stateOf } from "./store.js";

/** The facts in the locator of a transcript about other transcripts. */
interface Lineage {
  path: string;
  copies?: string[];
  originals?: { id: string; path: string }[];
}

function lineageOf({ locator }: SessionRef): Lineage {
  return locator as unknown as Lineage;
}

async function read(roots: string[], reported: Diagnostic[] = []): Promise<LoadedSession[]> {
  const loaded: LoadedSession[] = [];
  const report = (diagnostic: Diagnostic) => reported.push(diagnostic);
  for await (const each of sessions([claude({ roots })], { report })) loaded.push(each);
  return loaded;
}

const uuid = (digit: number) => `${`${digit}`.repeat(8)}-1111-4111-8111-111111111111`;
const time = (second: number) => new Date(Date.UTC(2025, 6, 19) + second * 1000).toISOString();

const recordId = (second: number) => `aaaaaaaa-0000-4000-8000-${`${second}`.padStart(12, "0")}`;

function turn(session: string, second: number, more: object = {}): string {
  return prompt(`turn ${second}`, {
    sessionId: session,
    uuid: recordId(second),
    timestamp: time(second),
    ...more,
  });
}

type Kind = "new" | "continue" | "resume" | "fork" | "backup" | "cut";

/** A history as it came about, one step after the other; numbers choose among what is there. */
const step = fc.record({
  kind: fc.constantFrom<Kind>("new", "continue", "continue", "resume", "resume", "backup", "cut"),
  file: fc.nat(),
  share: fc.nat(),
  /** The copied records name the session that they were written in. */
  keepsIds: fc.boolean(),
  turns: fc.integer({ min: 0, max: 3 }),
  notes: fc.integer({ min: 0, max: 2 }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The same since 2.0: who resumes a session appends to it, and who forks one copies it. */
const forkStep = fc
  .tuple(step, fc.constantFrom<Kind>("new", "continue", "continue", "fork", "fork"))
  .map(([rest, kind]) => ({ ...rest, kind }));

function write(steps: readonly Step[], version: string): Record<string, string[]> {
  const first = turn(uuid(0), 0, { version });
  const files: Record<string, string[]> = { [`a/-p/${uuid(0)}.jsonl`]: [first] };
  let second = 1;
  const turns = (session: string, count: number) =>
    Array.from({ length: count }, () => turn(session, second++, { version }));
  for (const [index, { kind, file, share, keepsIds, turns: count, notes }] of steps.entries()) {
    const paths = Object.keys(files);
    const path = paths[file % paths.length] ?? "";
    const lines = files[path] ?? [];
    const own = basename(path, ".jsonl");
    const shared = lines.slice(0, 1 + (share % lines.length));
    const folder = index % 2 === 0 ? "a/-p" : "b/-q";
    // Ids are not in the order of time.
    const id = `${`${index * 7 + 1}`.padStart(8, "0")}-1111-4111-8111-111111111111`;
    if (kind === "new") files[`${folder}/${id}.jsonl`] = turns(id, count + 1);
    else if (kind === "continue") lines.push(...turns(own, count));
    else if (kind === "fork")
      files[`${folder}/${id}.jsonl`] = [
        ...shared.map((line) => withId(line, id, { requestSessionId: own })),
        ...turns(id, count),
      ];
    else if (kind === "cut") files[path] = shared;
    else if (kind === "backup") files[`b/backup-${index}/${own}.jsonl`] = shared;
    else {
      const copied = keepsIds ? shared : shared.map((line) => withId(line, id));
      const summaries = Array.from({ length: notes }, () => '{"type":"summary","summary":"Old"}\n');
      files[`${folder}/${id}.jsonl`] = [...summaries, ...copied, ...turns(id, count)];
    }
  }
  return files;
}

function withId(line: string, sessionId: string, more: object = {}): string {
  const record = JSON.parse(line);
  return record.uuid ? `${JSON.stringify({ ...more, ...record, sessionId })}\n` : line;
}

test.each([
  { did: "resumed, copied or cut", step, version: "1.0.60" },
  { did: "forked", step: forkStep, version: "2.1.330" },
])("whatever was $did: nothing is lost, and no session comes out of itself", async (era) => {
  await fc.assert(
    fc.asyncProperty(fc.array(era.step, { maxLength: 9 }), async (steps) => {
      const files = write(steps, era.version);
      const root = folderWith(
        Object.fromEntries(Object.entries(files).map(([path, lines]) => [path, lines.join("")])),
      );
      const roots = [join(root, "a"), join(root, "b")];
      const before = stateOf(root);
      const reported: Diagnostic[] = [];
      const loaded = await read(roots, reported);
      expect(stateOf(root)).toEqual(before);

      // Each transcript is a session or a copy, and each record of it stands in that session.
      const paths = loaded.flatMap(({ ref }) => [
        lineageOf(ref).path,
        ...(lineageOf(ref).copies ?? []),
      ]);
      const written = Object.keys(files).filter((path) => uuidsOf(join(root, path)).size > 0);
      expect(paths.sort()).toEqual(written.map((path) => join(root, path)).sort());
      const copied = loaded.flatMap(({ ref }) => lineageOf(ref).copies ?? []);
      if (era.step === forkStep) expect(copied).toEqual([]);
      const infos = reported.filter(({ code }) => code === "copied-transcript");
      expect(infos.map(({ origin }) => origin?.path).sort()).toEqual(copied.sort());
      for (const { ref, session } of loaded) {
        const { path, copies = [] } = lineageOf(ref);
        const own = uuidsOf(path);
        for (const copy of copies) for (const each of uuidsOf(copy)) expect(own).toContain(each);
        const lines = [path, ...copies].flatMap(linesOf);
        expect(session.records.read).toBe(lines.length);
        expect(tallyAddsUp(session.records)).toBe(true);
      }

      // Ids of sessions lie on no circle, and tokens would be counted for each message.
      const above = new Map<string, string[]>();
      for (const { ref } of loaded) {
        const { path, originals = [] } = lineageOf(ref);
        const id = basename(path, ".jsonl");
        const parent = ref.parent?.sessionId;
        if (parent !== undefined) above.set(id, [...(above.get(id) ?? []), parent]);
        expect(originals.map(({ path }) => path)).not.toContain(path);
      }
      for (const id of above.keys()) expect(ancestorsOf(id, above)).not.toContain(id);
      const ids = loaded.map(({ ref }) => basename(lineageOf(ref).path));
      const counted = loaded.flatMap(({ session }) =>
        [...allMessages(session)].filter(({ copiedFrom }) => !copiedFrom).map(({ id }) => id),
      );
      expect([...new Set(counted)].sort()).toEqual(
        [...new Set(written.flatMap((path) => [...uuidsOf(join(root, path))]))].sort(),
      );
      if (new Set(ids).size === ids.length) expect(new Set(counted).size).toBe(counted.length);

      const again = await read([...roots].reverse());
      const told = ({ ref }: LoadedSession) => [ref.id, ref.parent, lineageOf(ref)];
      expect(again.map(told)).toEqual(loaded.map(told));
    }),
    { numRuns: 150 },
  );
});

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8").split("\n").slice(0, -1);
}

function uuidsOf(path: string): Set<string> {
  return new Set(linesOf(path).flatMap((line) => JSON.parse(line).uuid ?? []));
}

function ancestorsOf(id: string, above: ReadonlyMap<string, string[]>): Set<string> {
  const found = new Set(above.get(id));
  for (const each of found) for (const next of above.get(each) ?? []) found.add(next);
  return found;
}

test("of equal transcripts the newest stays, wherever it lies", async () => {
  const name = `${uuid(1)}.jsonl`;
  const lines = turn(uuid(1), 1) + turn(uuid(1), 2);
  const root = folderWith({ [`a/${name}`]: lines, [`b/${name}`]: lines, [`c/${name}`]: lines });
  for (const [folder, second] of Object.entries({ a: 10, b: 30, c: 20 }))
    utimesSync(join(root, folder, name), second, second);
  const [loaded, ...others] = await read([root]);
  expect(others).toEqual([]);
  expect(loaded && lineageOf(loaded.ref)).toMatchObject({
    path: join(root, "b", name),
    copies: [join(root, "a", name), join(root, "c", name)],
  });
});

test("a message without an identity is never taken for a copy of another one", async () => {
  const anonymous = prompt("Who am I?", { uuid: undefined });
  const root = folderWith({
    [`a/${uuid(1)}.jsonl`]: turn(uuid(1), 1) + anonymous + turn(uuid(1), 2),
    [`b/${uuid(1)}.jsonl`]: turn(uuid(1), 1) + turn(uuid(1), 2) + turn(uuid(1), 3),
  });
  const reported: Diagnostic[] = [];
  expect(await read([root], reported)).toHaveLength(2);
  expect(reported.filter(({ code }) => code === "copied-transcript")).toEqual([]);
});

test("records that are numbered in each file anew are no copies of each other", async () => {
  const numbered = (session: string, text: string) =>
    prompt(text, { sessionId: session, uuid: "1" }) + turn(session, 2, { uuid: "2" });
  const root = folderWith({
    [`a/${uuid(1)}.jsonl`]: numbered(uuid(1), "One"),
    [`a/${uuid(2)}.jsonl`]: numbered(uuid(2), "Two"),
    [`b/${uuid(1)}.jsonl`]: numbered(uuid(1), "Three"),
  });
  const reported: Diagnostic[] = [];
  const loaded = await read([root], reported);
  expect(loaded.map(({ ref }) => ref.parent)).toEqual([undefined, undefined, undefined]);
  expect(loaded.flatMap(({ session }) => session.messages.map((each) => each.copiedFrom))).toEqual(
    Array.from({ length: 6 }),
  );
  expect(reported).toEqual([]);
});

test("the last message of a copy is found across the border of what is read at once", async () => {
  const border = 1024 * 1024;
  const first = turn(uuid(1), 1);
  const last = turn(uuid(1), 3);
  const long = (length: number) =>
    turn(uuid(1), 2, { message: { role: "user", content: "x".repeat(length) } });
  for (const before of [0, 1, 7, 8, 9, 30, 44, 45, 46]) {
    const at = border - before - last.indexOf('"uuid"');
    const shared = first + long(at - first.length - long(0).length) + last;
    expect(shared.indexOf(`"uuid":"${recordId(3)}"`)).toBe(border - before);
    const root = folderWith({
      [`${uuid(1)}.jsonl`]: shared + turn(uuid(1), 4),
      [`${uuid(2)}.jsonl`]: `{"type":"summary","summary":"Old"}\n${shared}`,
    });
    expect(await read([root])).toHaveLength(1);
  }
});

test("a parent that would close a circle is left out", async () => {
  const end = (from: number, to: number) =>
    `${JSON.stringify({ type: "continued-in", sessionId: uuid(from), continuedInSessionId: uuid(to) })}\n`;
  const root = folderWith({
    [`${uuid(1)}.jsonl`]: turn(uuid(1), 1) + end(1, 2),
    [`${uuid(2)}.jsonl`]: turn(uuid(2), 2) + end(2, 3),
    [`${uuid(3)}.jsonl`]: turn(uuid(3), 3) + end(3, 1),
    [`${uuid(4)}.jsonl`]: turn(uuid(4), 4) + end(4, 4),
  });
  const parents = (await read([root])).map(({ ref }) => [ref.id, ref.parent?.sessionId]);
  expect(Object.fromEntries(parents)).toEqual({
    [uuid(1)]: uuid(3),
    [uuid(2)]: uuid(1),
    [uuid(3)]: undefined,
    [uuid(4)]: undefined,
  });
});

test("a renamed transcript continues nothing", async () => {
  const root = folderWith({ "talk.jsonl": turn(uuid(1), 1) });
  expect((await read([root])).map(({ ref }) => [ref.id, ref.parent])).toEqual([
    ["talk", undefined],
  ]);
});

test("a copy or an original that vanishes is reported, and the session is read", async () => {
  const copy = `${uuid(1)}.jsonl`;
  const original = `${uuid(2)}.jsonl`;
  const own = `${uuid(3)}.jsonl`;
  const root = folderWith({
    [copy]: turn(uuid(1), 1) + turn(uuid(1), 2),
    [original]: turn(uuid(2), 1) + turn(uuid(2), 4),
    [own]: turn(uuid(3), 1) + turn(uuid(3), 2) + turn(uuid(3), 5),
  });
  const source = claude({ roots: [root] });
  const reported: Diagnostic[] = [];
  const context = {
    report: (diagnostic: Diagnostic) => reported.push(diagnostic),
    signal: new AbortController().signal,
  };
  for await (const ref of source.list(context)) {
    if (ref.id !== uuid(3)) continue;
    expect(lineageOf(ref)).toMatchObject({
      copies: [join(root, copy)],
      originals: [{ path: join(root, original) }],
    });
    reported.length = 0;
    rmSync(join(root, copy));
    rmSync(join(root, original));
    const session = await source.load(ref, context);
    expect(session.messages).toHaveLength(3);
    expect(session.messages.filter(({ copiedFrom }) => copiedFrom)).toEqual([]);
  }
  expect(reported).toMatchObject([
    { code: "unreadable-file", severity: "warning", origin: { path: join(root, copy) } },
    { code: "unreadable-file", severity: "warning", origin: { path: join(root, original) } },
  ]);
});

test("broken lines of a copy are counted and reported", async () => {
  const root = folderWith({
    [`a/${uuid(1)}.jsonl`]: `${turn(uuid(1), 1)}not JSON\n${turn(uuid(1), 2)}`,
    [`b/${uuid(1)}.jsonl`]: turn(uuid(1), 1) + turn(uuid(1), 2) + turn(uuid(1), 3),
  });
  appendFileSync(join(root, `a/${uuid(1)}.jsonl`), '{"type":"us');
  const reported: Diagnostic[] = [];
  const [loaded, ...others] = await read([root], reported);
  expect(others).toEqual([]);
  expect(loaded?.session.records).toEqual({ read: 7, kept: 3, skipped: { copy: 2 }, malformed: 2 });
  expect(reported.map(({ code }) => code)).toEqual([
    "copied-transcript",
    "malformed-line",
    "truncated-line",
  ]);
});
