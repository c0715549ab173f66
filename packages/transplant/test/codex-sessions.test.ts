import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { contextFor, type Session } from "@chatexport/core";
import { ChangeError, undo } from "@chatexport/relocate";
import codex from "@chatexport/source-codex";
import { openDatabase } from "@chatexport/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { createDatabase } from "../../sqlite/test/support/databases.js";
import { codexSessions } from "../src/codex/codex-sessions.js";
import { countPrompts, findOwn } from "../src/index.js";
import { lostText } from "../src/read-back.js";
import { contentOf } from "./home-content.js";

const fixtures = fileURLToPath(new URL("../../source-codex/fixtures", import.meta.url));
const id = "0199ffff-0000-7000-8000-000000000001";
const folder = "/home/mira/tea";

/** A home with a store of Codex, and how its sessions are edited. */
function homeWith(fixture?: string) {
  const home = mkdtempSync(join(tmpdir(), "chatexport-codex-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  if (fixture !== undefined) cpSync(join(fixtures, fixture, "home"), home, { recursive: true });
  const system = { platform: "linux", env: {}, home, root: "/" };
  const options = { command: "edit", system };
  const session = (word = id) => findOwn(word, system, ["codex"]);
  return { home, system, options, session };
}

/** Writes a rollout with these records, each a type and its payload, in the newest mode. */
function rollout(home: string, records: readonly (readonly [string, object])[], session = id) {
  const path = join(
    home,
    `.codex/sessions/2026/11/02/rollout-2026-11-02T09-00-00-${session}.jsonl`,
  );
  const lines = [header(session), ...records].map(([type, payload], ordinal) =>
    JSON.stringify({ timestamp: "2026-11-02T09:00:00.000Z", ordinal, type, payload }),
  );
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

function header(session: string): [string, object] {
  return ["session_meta", { id: session, cwd: folder, history_mode: "paginated" }];
}

/** The records of a turn. */
function turn(
  words: string,
  ...items: (readonly [string, object])[]
): (readonly [string, object])[] {
  return [
    ["event_msg", { type: "task_started", turn_id: words }],
    message("user", words),
    [
      "event_msg",
      {
        type: "item_completed",
        thread_id: id,
        item: { type: "UserMessage", content: [{ type: "text", text: words }] },
      },
    ],
    ...items,
    message("assistant", `About ${words}`),
    ["event_msg", { type: "task_complete", turn_id: words }],
  ];
}

function message(role: string, text: string): readonly [string, object] {
  const type = role === "assistant" ? "output_text" : "input_text";
  return ["response_item", { type: "message", role, content: [{ type, text }] }];
}

const output = (text: string) =>
  ["response_item", { type: "function_call_output", call_id: "a", output: text }] as const;
const call = [
  "response_item",
  { type: "function_call", call_id: "a", name: "exec_command", arguments: "{}" },
] as const;
const thought = [
  "response_item",
  { type: "reasoning", summary: [], encrypted_content: "x".repeat(400) },
] as const;
const surroundings = message(
  "user",
  `<environment_context>\n  <cwd>${folder}</cwd>\n</environment_context>`,
);

async function read(home: string): Promise<Session[]> {
  const source = codex({ home });
  const context = contextFor({}, {});
  const sessions: Session[] = [];
  for await (const ref of source.list(context)) sessions.push(await source.load(ref, context));
  return sessions;
}

function recordsIn(
  path: string,
): { ordinal: number; type: string; payload: Record<string, unknown> }[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe.each(readdirSync(fixtures).filter((name) => name !== "compressed"))("%s", (fixture) => {
  test("each edit changes what it should, or says why not, and is undone to the byte", async () => {
    const { home, system, options } = homeWith(fixture);
    const before = contentOf(home);
    const known = new Set((await read(home)).map((each) => each.id));
    for (const [listed, session] of codexSessions(system)) {
      const original = (await read(home)).find((each) => each.id === listed);
      if (!original) continue;
      const edits = {
        rename: async () => session.rename("Another title"),
        clone: () => session.copy(),
        fork: () => session.copy(1),
        trim: () => session.trim({ results: 10, images: true, reasoning: true }),
        before: () => session.trim({ before: 2 }),
        delete: async () => session.delete(),
      };
      for (const [name, plan] of Object.entries(edits)) {
        const change = await plan()
          .then((planned) => planned.apply(options))
          .catch((cause) => cause);
        if (change instanceof ChangeError) {
          expect(
            ["missing-prompt", "no-such-session", "occupied", "unreadable"],
            `${name}: ${change.message}`,
          ).toContain(change.code);
        } else {
          expect(typeof change, `${name}: ${change}`).toBe("string");
          const sessions = await read(home);
          const copy = sessions.find(
            (each) => !known.has(each.id) && each.format !== "codex/history",
          );
          expectDone(name, original, { same: sessions.find((each) => each.id === listed), copy });
          await undo({ home, system, id: change });
        }
        expect(contentOf(home)).toEqual(before);
      }
    }
  });
});

function expectDone(
  name: string,
  original: Session,
  { same, copy }: Record<"same" | "copy", Session | undefined>,
) {
  if (name === "rename") expect(same?.title).toBe("Another title");
  else if (name === "delete") expect(same).toBeUndefined();
  else if (name === "clone") expect(lostText(original, copy)).toBeUndefined();
  else if (name === "fork") expect(copy && countPrompts(copy)).toBe(1);
  else if (name === "trim") expect(lostText(original, same)).toBeUndefined();
  else expect(same && countPrompts(same)).toBe(countPrompts(original) - 1);
}

test("a fork holds what was said until a prompt was answered, with no gap in its numbers", async () => {
  const { home, options, session } = homeWith();
  rollout(home, [surroundings, ...turn("First?", call, output("much")), ...turn("Second?")]);
  const copy = await session().copy(1);
  await copy.apply(options);
  const records = recordsIn(copy.path);
  expect(records.map(({ ordinal }) => ordinal)).toEqual(records.map((_, index) => index));
  expect(records[0]?.payload).toMatchObject({ id: copy.id, forked_from_id: id });
  expect(records.at(-1)?.payload).toEqual({ type: "task_complete", turn_id: "First?" });
  expect(records.map(({ payload }) => payload.thread_id)).not.toContain(id);
  const fork = (await read(home)).find((each) => each.id === copy.id);
  expect(fork?.messages.every(({ copiedFrom }) => copiedFrom?.sessionId === id)).toBe(true);
});

test("what is trimmed is gone from what the model gets, and the numbers have no gap", async () => {
  const { home, options, session } = homeWith();
  const image = { type: "input_image", image_url: "data:image/png;base64,AAAA" };
  const shown = ["response_item", { type: "message", role: "user", content: [image] }] as const;
  const path = rollout(home, [
    surroundings,
    ...turn("First?", thought, call, output("long ".repeat(100)), shown),
    ...turn("Second?"),
  ]);
  const planned = await session().trim({ results: 20, images: true, reasoning: true });
  expect(planned.saved.map(({ what, count }) => [what, count])).toEqual([
    ["pieces of reasoning", 1],
    ["images", 1],
    ["results", 1],
  ]);
  const before = recordsIn(path);
  await planned.apply(options);
  const records = recordsIn(path);
  expect(records).toHaveLength(before.length - 1);
  expect(records.map(({ ordinal }) => ordinal)).toEqual(records.map((_, index) => index));
  const text = readFileSync(path, "utf8");
  expect(text).not.toContain("encrypted_content");
  expect(text).not.toContain("base64");
  expect(text).toContain("[480 more characters were left out.]");
  expect((await session().trim({ results: 20, images: true, reasoning: true })).saved).toEqual([]);
});

test("what was said before a prompt goes, and what the tool told of the surroundings stays", async () => {
  const { home, options, session } = homeWith();
  const path = rollout(home, [
    surroundings,
    message("developer", "Be kind."),
    ...turn("First?", call, output("much")),
    ...turn("Second?"),
  ]);
  const planned = await session().trim({ before: 2 });
  expect(planned.saved).toMatchObject([{ what: "earlier messages", count: 4 }]);
  await planned.apply(options);
  const text = readFileSync(path, "utf8");
  expect(text).not.toContain("First?");
  for (const kept of ["Be kind.", "environment_context", "Second?"]) expect(text).toContain(kept);
});

test("a compaction before the prompt is no place to begin", async () => {
  const { home, session } = homeWith();
  const compacted = ["compacted", { message: "In short.", replacement_history: [] }] as const;
  rollout(home, [...turn("First?"), compacted, ...turn("Second?")]);
  await expect(session().trim({ before: 2 })).rejects.toThrow("was compacted before prompt 2");
});

test("a session that another one goes on from is neither trimmed nor deleted", async () => {
  const { session } = homeWith("forks");
  const parent = session("0199bbbb-0000-7000-8000-000000000141");
  expect(() => parent.delete()).toThrow("of Codex goes on from this one");
  await expect(parent.trim({ results: 10 })).rejects.toThrow("cannot be trimmed");
});

test("what was said after the plan was made is not lost", async () => {
  const { home, options, session } = homeWith();
  const path = rollout(home, turn("First?"));
  const plans = [session().delete(), await session().trim({ before: 1, results: 1 })];
  appendFileSync(path, `${JSON.stringify({ type: "event_msg", payload: {} })}\n`);
  for (const planned of plans) await expect(planned.apply(options)).rejects.toThrow("has changed");
});

test("a session with a part of an id that several have is not edited", () => {
  const { session } = homeWith("forks");
  expect(() => session("0199bbbb")).toThrow("sessions match");
  expect(() => session("nothing")).toThrow(
    "Codex has no session nothing; chatexport list --from codex shows all.",
  );
});

test("a name is in the database of threads, too, and rows go with their session", async () => {
  const { home, system, options, session } = homeWith();
  rollout(home, turn("First?"));
  const [threads, history] = ["state_5.sqlite", "thread_history_1.sqlite"].map((name) =>
    join(home, ".codex", name),
  ) as [string, string];
  createDatabase(threads, [
    `CREATE TABLE threads (id TEXT PRIMARY KEY, name TEXT, title TEXT NOT NULL);
    CREATE TABLE thread_spawn_edges (parent_thread_id TEXT, child_thread_id TEXT);
    INSERT INTO threads VALUES ('${id}', NULL, 'First?'), ('other', NULL, 'Other?');
    INSERT INTO thread_spawn_edges VALUES ('other', '${id}'), ('other', 'third');`,
  ]);
  createDatabase(history, [
    `CREATE TABLE thread_turns (thread_id TEXT, turn_id TEXT);
    INSERT INTO thread_turns VALUES ('${id}', 'one'), ('other', 'two');`,
  ]);
  const before = contentOf(home);
  const rowsOf = (path: string, table: string) => {
    const database = openDatabase(path);
    const rows = database.all(`SELECT * FROM ${table}`).map((row) => Object.values(row));
    database.close();
    return rows;
  };
  const renaming = await session().rename("A name").apply(options);
  expect(rowsOf(threads, "threads")).toEqual([
    [id, "A name", "First?"],
    ["other", null, "Other?"],
  ]);
  const deletion = session().delete();
  expect(deletion.rewritten).toHaveLength(3);
  const deleting = await deletion.apply(options);
  expect(rowsOf(threads, "threads")).toEqual([["other", null, "Other?"]]);
  expect(rowsOf(threads, "thread_spawn_edges")).toEqual([["other", "third"]]);
  expect(rowsOf(history, "thread_turns")).toEqual([["other", "two"]]);
  expect(readFileSync(join(home, ".codex/session_index.jsonl"), "utf8")).toBe("");
  for (const each of [deleting, renaming]) await undo({ home, system, id: each });
  expect(contentOf(home)).toEqual(before);
});
