import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { contextFor } from "@chatexport/core";
import { undo } from "@chatexport/relocate";
import claude from "@chatexport/source-claude";
import { ownTranscripts } from "@chatexport/source-claude/paths";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  applyArchiving,
  applyRepairs,
  countPrompts,
  findTranscript,
  planArchiving,
  planRepair,
} from "../src/index.js";
import { Draft } from "../src/records/draft.js";
import { readTranscript } from "../src/records/edit.js";
import { Line } from "../src/records/line.js";
import { applyCopy, planCopy } from "../src/records/plan-copy.js";
import { applyDeletion, planDeletion } from "../src/records/plan-delete.js";
import { applyRenaming, planRenaming } from "../src/records/plan-rename.js";
import { applyTrim, planTrim } from "../src/records/plan-trim.js";
import { trim } from "../src/records/trim.js";
import { contentOf } from "./home-content.js";

const example = fileURLToPath(new URL("../../../examples/home", import.meta.url));
const damaged = new URL("../fixtures/damages/unanswered-call/damaged.jsonl", import.meta.url);

/** A copy of the example home. */
function newHome() {
  const home = mkdtempSync(join(tmpdir(), "chatexport-records-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(join(example, ".claude"), join(home, ".claude"), { recursive: true });
  const system = { platform: "linux", env: {}, home, root: "/" };
  const options = { command: "edit", system };
  return { home, options, transcripts: ownTranscripts(system) };
}

/** A home without anything. */
function newEmptyHome(): string {
  const home = mkdtempSync(join(tmpdir(), "chatexport-records-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const id = "5d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20";

/** A transcript of these records in a home. */
function transcriptIn(home: string, records: readonly object[]) {
  const system = { platform: "linux", env: {}, home, root: "/" };
  const path = join(home, ".claude/projects/-home-mira-tea", `${id}.jsonl`);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return { path, options: { command: "edit", system } };
}

function user(uuid: string, parentUuid: string | null, content: unknown) {
  return recordOf("user", uuid, parentUuid, { role: "user", content });
}

function assistant(uuid: string, parentUuid: string | null, text: string) {
  const content = [{ type: "text", text }];
  return recordOf("assistant", uuid, parentUuid, { id: `msg_${uuid}`, role: "assistant", content });
}

function recordOf(type: string, uuid: string, parentUuid: string | null, message: object) {
  const common = { cwd: "/home/mira/tea", sessionId: id, timestamp: "2026-10-01T10:00:00.000Z" };
  return { parentUuid, isSidechain: false, ...common, type, message, uuid };
}

const image = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
};

/** Does something with each session of the example home, undoes it, and expects that all is as before. */
async function withEach(
  act: (
    path: string,
    options: ReturnType<typeof newHome>["options"],
  ) => Promise<string | undefined>,
): Promise<void> {
  const { home, options, transcripts } = newHome();
  const before = contentOf(home);
  expect(transcripts.length).toBeGreaterThan(5);
  for (const path of transcripts) {
    const change = await act(path, options);
    if (change === undefined) continue;
    expect(contentOf(home)).not.toEqual(before);
    await undo({ home, system: options.system, id: change });
    expect(contentOf(home)).toEqual(before);
  }
}

test("a copy has all of a session but its id", () =>
  withEach(async (path, options) => {
    const copy = await planCopy(path);
    const change = await applyCopy(copy, options);
    // What is torn stays as it is.
    const [old, now] = [path, copy.path].map((each) =>
      readFileSync(each, "utf8").replace(/[^\n]+$/, ""),
    );
    expect(now).toBe(
      old?.replaceAll(`"sessionId":"${basename(path, ".jsonl")}"`, `"sessionId":"${copy.session}"`),
    );
    return change;
  }));

test("a fork ends where a prompt was answered", () =>
  withEach(async (path, options) => {
    const session = await readTranscript(path);
    if (!session || countPrompts(session) < 2) return undefined;
    const copy = await planCopy(path, 1);
    const change = await applyCopy(copy, options);
    const fork = await readTranscript(copy.path);
    expect(fork && countPrompts(fork), path).toBe(1);
    await expect(planCopy(path, 99)).rejects.toThrow("There is no prompt 99");
    return change;
  }));

test("what is trimmed is less, and no other line changes", () =>
  withEach(async (path, options) => {
    const planned = await planTrim(path, { results: 100, images: true, reasoning: true });
    if (planned.saved.length === 0) return undefined;
    const change = await applyTrim(planned, options);
    expect(planned.edit.after.length).toBeLessThan(planned.edit.before.length);
    const known = new Set(planned.edit.before.toString("latin1").split("\n"));
    const others = planned.edit.after
      .toString("latin1")
      .split("\n")
      .filter((line) => !known.has(line));
    // A piece of reasoning may have been a record of its own, whose children follow another one now.
    const most = planned.saved.reduce((sum, { count }) => sum + 2 * count, 0);
    expect(others.length).toBeLessThanOrEqual(most);
    expect((await planTrim(path, planned.options)).saved).toEqual([]);
    return change;
  }));

test("a session that is trimmed begins with the prompt that it should", () =>
  withEach(async (path, options) => {
    const session = await readTranscript(path);
    const prompts = session ? countPrompts(session) : 0;
    if (prompts < 2) return undefined;
    const change = await applyTrim(await planTrim(path, { before: 2 }), options);
    const rest = await readTranscript(path);
    expect(rest && countPrompts(rest)).toBe(prompts - 1);
    return change;
  }));

test("images of prompts go together with all that was said before", async () => {
  const home = newEmptyHome();
  const { path, options } = transcriptIn(home, [
    user("one", null, [{ type: "text", text: "First?" }]),
    assistant("two", "one", "Yes."),
    user("three", "two", [{ type: "text", text: "And this?" }, image]),
    assistant("four", "three", "A dot."),
  ]);
  const planned = await planTrim(path, { before: 2, images: true });
  expect(planned.saved.map(({ what, count }) => [what, count])).toEqual([
    ["earlier messages", 2],
    ["images", 1],
  ]);
  await applyTrim(planned, options);
  const rest = await readTranscript(path);
  expect(rest?.messages.map(({ id }) => id)).toEqual(["three", "four"]);
});

test("a session gets a title", () =>
  withEach(async (path, options) => {
    if (!(await readTranscript(path))?.messages.length) return undefined;
    return applyRenaming(planRenaming(path, "Another title"), options);
  }));

test("a session is archived, once", () =>
  withEach(async (path, options) => {
    const planned = await planArchiving(path);
    if (!(await readTranscript(path))) return undefined;
    expect(planned.isArchived).toBe(false);
    const change = await applyArchiving(planned, options);
    expect((await planArchiving(path)).isArchived).toBe(true);
    return change;
  }));

test("a session goes with all its files, and comes back with them", () =>
  withEach(async (path, options) => {
    const deletion = planDeletion(path);
    const change = await applyDeletion(deletion, options);
    for (const file of deletion.removed) expect(existsSync(file)).toBe(false);
    const id = basename(path, ".jsonl");
    const history = readFileSync(join(options.system.home, ".claude/history.jsonl"), "utf8");
    expect(history).not.toContain(id);
    return change;
  }));

test("prompts that others typed after the plan was made stay", async () => {
  const home = newEmptyHome();
  const { path, options } = transcriptIn(home, [user("one", null, "First?")]);
  const history = join(home, ".claude/history.jsonl");
  const row = (display: string, sessionId: string) => `${JSON.stringify({ display, sessionId })}\n`;
  const other = "0e8f7d6a-2b7a-4a39-9c54-5d1c0f6e1b20";
  writeFileSync(history, row("First?", id));
  const deletion = planDeletion(path);
  appendFileSync(history, row("Elsewhere", other));
  const change = await applyDeletion(deletion, options);
  expect(readFileSync(history, "utf8")).toBe(row("Elsewhere", other));
  await undo({ home, system: options.system, id: change });
  expect(readFileSync(history, "utf8")).toBe(row("First?", id) + row("Elsewhere", other));
});

test("a session that went on after the plan was made is left alone", async () => {
  const home = newEmptyHome();
  const { path, options } = transcriptIn(home, [user("one", null, "First?")]);
  const renaming = planRenaming(path, "Another title");
  appendFileSync(path, `${JSON.stringify(user("two", "one", "Then?"))}\n`);
  const before = readFileSync(path);
  await expect(applyRenaming(renaming, options)).rejects.toMatchObject({ code: "changed" });
  expect(readFileSync(path)).toEqual(before);
});

test("what nobody said anything in is no session to copy", async () => {
  const { path } = transcriptIn(newEmptyHome(), []);
  await expect(planCopy(path)).rejects.toThrow(`There is no conversation in ${path}.`);
  await expect(planArchiving(path)).rejects.toThrow("There is no conversation");
});

test("sessions of one id are named as they are listed", async () => {
  const home = newEmptyHome();
  const { path, options } = transcriptIn(home, [user("one", null, "First?")]);
  const { system } = options;
  expect(findTranscript("5d1c", system)).toBe(path);
  expect(() => findTranscript("", system)).toThrow("'' names no session");
  const larger = join(home, ".claude/projects/-home-mira-cups", `${id}.jsonl`);
  mkdirSync(join(larger, ".."));
  const record = { ...user("two", null, "Which cups go with it?"), cwd: "/home/mira/cups" };
  writeFileSync(larger, `${JSON.stringify(record)}\n`);
  const listed = [];
  const source = claude({ home });
  for await (const { id } of source.list(contextFor({}, {}))) listed.push(id);
  const [other = ""] = listed.filter((each) => each !== id);
  expect(listed).toHaveLength(2);
  expect(findTranscript(id, system)).toBe(larger);
  expect(findTranscript(other, system)).toBe(path);
  expect(() => findTranscript("5d1c", system)).toThrow(other);
});

test("a damaged session is repaired in its place", async () => {
  const { home, options, transcripts } = newHome();
  const id = "5d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20";
  const path = join(transcripts[0] ?? "", "..", `${id}.jsonl`);
  cpSync(fileURLToPath(damaged), path);
  const before = contentOf(home);
  const planned = planRepair(path);
  expect(planned.findings).toEqual([{ damage: "unanswered-call", line: 2 }]);
  const change = await applyRepairs([planned], options);
  expect(planRepair(path).findings).toEqual([]);
  await expect(applyRepairs([planned], options)).rejects.toMatchObject({ code: "changed" });
  await undo({ home, system: options.system, id: change });
  expect(contentOf(home)).toEqual(before);
});

describe("a line", () => {
  const numbers = fc.constantFrom("1.0", "1e400", "12345678901234567890", "-0", "0.10");

  test("keeps each byte that is not set", () => {
    fc.assert(
      fc.property(fc.json(), numbers, fc.boolean(), (json, number, hasId) => {
        const id = hasId ? '"parentUuid" : "old", ' : "";
        const text = `{ "value":${json},${id ? ` ${id}` : ""}"number": ${number} }\r\n`;
        const line = new Line(Buffer.from(text));
        line.set(["parentUuid"], "new");
        const now = line.bytes.toString();
        expect(JSON.parse(now).parentUuid).toBe("new");
        if (hasId) expect(now).toBe(text.replace(/"old"(?=, "number")/, '"new"'));
        else
          expect(now.startsWith(text.slice(0, text.lastIndexOf(number) + number.length))).toBe(
            true,
          );
      }),
    );
  });

  test("that is not UTF-8 is the record that Claude Code reads, and keeps its bytes", () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(new Line(bytes).record).toEqual({ "\ufffd": 1 });
    expect(new Draft(bytes).bytes()).toEqual(bytes);
  });
});

test("results are shortened where they are too long, wherever they stand", () => {
  const block = (content: unknown) => ({ type: "tool_result", tool_use_id: "t", content });
  const record = (content: unknown[]) =>
    JSON.stringify({
      uuid: "u",
      parentUuid: null,
      type: "user",
      message: { role: "user", content },
    });
  const image = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: "AAAA" },
  };
  const draft = new Draft(
    Buffer.from(
      record([
        block("x".repeat(300)),
        block([{ type: "text", text: "y".repeat(300) }, image]),
        block("short"),
      ]),
    ),
  );
  const saved = trim(draft, undefined, { results: 10, images: true });
  expect(saved.map(({ what, count }) => [what, count])).toEqual([
    ["images", 1],
    ["results", 2],
  ]);
  const contents = draft.lines[0]?.blocks.map(({ content }) => content);
  expect(contents?.[0]).toBe(`${"x".repeat(10)}\n[290 more characters were left out.]`);
  expect(contents?.[1]).toMatchObject([
    { text: `${"y".repeat(10)}\n[290 more characters were left out.]` },
    { text: "[An image was left out.]" },
  ]);
  expect(contents?.[2]).toBe("short");
});
