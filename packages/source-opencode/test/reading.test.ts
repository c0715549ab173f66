import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Diagnostic,
  type Message,
  type Session,
  type SourceOptions,
  sessions,
  type Usage,
} from "@chatexport/core";
import fc from "fast-check";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createDatabase, insert } from "../../sqlite/test/support/databases.js";
import opencode from "../src/index.js";
import { buildStore } from "./support/build-store.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "chatexport-opencode-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

async function read(options: SourceOptions) {
  const found = new Map<string, Session>();
  const diagnostics: Diagnostic[] = [];
  const source = opencode(options);
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  for await (const { session } of sessions([source], { report })) found.set(session.id, session);
  await source.close?.();
  return { found, diagnostics };
}

async function fixture(name: string) {
  const { path, remove } = buildStore(join(fixtures, name, "store"));
  const { found, diagnostics } = await read({ home: path });
  remove();
  return {
    diagnostics,
    session(id: string): Session {
      const session = found.get(id);
      if (!session) throw new Error(`no session ${id}`);
      return session;
    },
  };
}

const textsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" && !part.synthetic ? part.text : [])),
  );

test("a root may be a backup that holds the folder of the tool further down", async () => {
  const { path, remove } = buildStore(join(fixtures, "order", "store"));
  const backup = join(folder, "backup");
  cpSync(path, join(backup, "laptop", "mira"), { recursive: true });
  remove();
  const { found } = await read({ roots: [backup] });
  expect(found.size).toBeGreaterThan(0);
  expect((await read({ roots: [join(backup, "laptop/mira/.local")] })).found).toEqual(found);
});

test("a session that says nothing of itself is counted, and so is a line of its list that is none", async () => {
  const root = join(folder, "nothing-said");
  const files = {
    "session/global/ses_1.json": "{}",
    "message/ses_1/msg_1.json": '{"role":"user"}',
    "part/msg_1/prt_1.json": '{"type":"text","text":"How warm?"}',
    "todo/ses_1.json": '[{"content":"Measure"},7]',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, "storage", name)), { recursive: true });
    writeFileSync(join(root, "storage", name), content);
  }
  const { found } = await read({ roots: [root] });
  expect(found.get("ses_1")?.records).toEqual({ read: 5, kept: 4, malformed: 1 });
});

test("a session has as many messages as it likes", async () => {
  const path = join(folder, "many", "opencode.db");
  createDatabase(path, [
    "CREATE TABLE session (id, title, directory, time_created)",
    "CREATE TABLE message (id, session_id, time_created, data)",
    "CREATE TABLE part (id, message_id, session_id, time_created, data)",
    insert("session", ["ses_1", "Many", "/a", 1]),
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 130000)
     INSERT INTO message SELECT 'msg_' || n, 'ses_1', n, '{"role":"user"}' FROM numbers`,
  ]);
  const { found } = await read({ roots: [path] });
  expect(found.get("ses_1")?.records).toEqual({ read: 130_001, kept: 130_001 });
});

test.each(["session", "message", "part"])(
  "a view as the table %s is named, not read",
  async (view) => {
    const path = join(folder, `view-${view}`, "opencode.db");
    createDatabase(
      path,
      ["session", "message", "part"].map((name) =>
        name === view
          ? `CREATE VIEW ${name} AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id FROM n) SELECT id, id AS session_id FROM n`
          : `CREATE TABLE ${name} (id, session_id, message_id, time_created, data)`,
      ),
    );
    const { diagnostics } = await read({ roots: [path] });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["unreadable-database", expect.stringContaining(`as its table ${view},`)],
    ]);
  },
);

test("order is that of the times, as ids begin again", async () => {
  const { session } = await fixture("order");
  expect(textsOf(session("ses_1wrapped").messages)).toEqual([
    "Before the ids began again?",
    "First, with a large id.",
    "Second, with a small id.",
    "After they began again?",
    "Still in order.",
  ]);
});

test("what was taken back is a branch, also when only the log has it", async () => {
  const { session } = await fixture("reverts");
  const lines = (id: string) => {
    const { messages, branches = [] } = session(id);
    return [textsOf(messages), ...branches.map((branch) => textsOf(branch.messages))];
  };
  expect(lines("ses_1reverted")).toEqual([
    ["Kept: wheat or spelt?", "Wheat."],
    ["Taken back: how about maize?", "Maize has no gluten."],
  ]);
  expect(lines("ses_2reverted_part")).toEqual([
    ["Slice the loaf.", "I take the knife."],
    ["Twelve thin slices are ready."],
  ]);
  expect(lines("ses_3deleted").slice(1)).toEqual([
    ["First try: rename the starter.", "Bruno it is, then."],
    ["It is fed, and a little too much."],
  ]);
});

test("messages without a table of parts hide no session", async () => {
  const path = join(folder, "no-parts", "opencode.db");
  createDatabase(path, [
    "CREATE TABLE session (id, title, directory, time_created)",
    "CREATE TABLE message (id, session_id, time_created, data)",
    "CREATE TABLE session_message (id, session_id, type, seq, time_created, data)",
    insert("session", ["ses_1", "Loaf", "/a", 1]),
    insert("message", ["msg_1", "ses_1", 2, '{"role":"user"}']),
    insert("session_message", ["msg_2", "ses_1", "user", 1, 3, '{"text":"How warm?"}']),
  ]);
  const { found, diagnostics } = await read({ roots: [path] });
  expect(diagnostics).toEqual([]);
  expect(found.get("ses_1")?.records).toEqual({ read: 3, kept: 3 });
});

test("the input of a call that is nested without end is cut", async () => {
  const { path, remove } = buildStore(join(fixtures, "conversation/store"));
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const data = `{"type":"tool","callID":"c","tool":"probe","state":{"status":"completed","input":{"deep":${deep}},"output":"ok"}}`;
  createDatabase(join(path, ".local/share/opencode/opencode.db"), [
    "PRAGMA journal_mode = delete",
    `UPDATE part SET data = '${data}' WHERE data LIKE '%Ovens are warm%' OR rowid = 1`,
  ]);
  const { found } = await read({ home: path });
  remove();
  expect(JSON.stringify([...found.values()])).toContain("Cut here: nested more than 200 levels");
});

test("a message of an unknown role that is taken back in part is counted once", async () => {
  const path = join(folder, "unknown-role", "opencode.db");
  const revert = JSON.stringify({ messageID: "msg_1", partID: "prt_2" });
  const text = (said: string) => JSON.stringify({ type: "text", text: said });
  createDatabase(path, [
    "CREATE TABLE session (id, title, directory, time_created, revert)",
    "CREATE TABLE message (id, session_id, time_created, data)",
    "CREATE TABLE part (id, message_id, session_id, time_created, data)",
    insert("session", ["ses_1", "Loaf", "/a", 1, revert]),
    insert("message", ["msg_1", "ses_1", 2, '{"role":"baker"}']),
    insert("part", ["prt_1", "msg_1", "ses_1", 3, text("Kept.")]),
    insert("part", ["prt_2", "msg_1", "ses_1", 4, text("Taken back.")]),
  ]);
  const { found } = await read({ roots: [path] });
  const { messages = [], branches = [], records } = found.get("ses_1") ?? {};
  expect(records).toEqual({ read: 4, kept: 3, unknown: { "message/baker": 1 } });
  expect(textsOf(messages)).toEqual(["Kept."]);
  expect(branches.map((branch) => textsOf(branch.messages))).toEqual([["Taken back."]]);
});

test("forks are found, and what they copied is marked", async () => {
  const { session } = await fixture("subagents-and-forks");
  expect(session("ses_5fork").parent).toEqual({ sessionId: "ses_1parent", relation: "fork" });
  const second = session("ses_6fork_of_fork");
  expect(second.parent).toEqual({ sessionId: "ses_5fork", relation: "fork" });
  const own = second.messages.filter(({ copiedFrom }) => !copiedFrom);
  expect(textsOf(own)).toEqual(["In the second fork: and the pretzels?", "No pretzels."]);
});

test("sub-agents lie in the session that started them, with those of their own", async () => {
  const { session } = await fixture("subagents-and-forks");
  const [child] = session("ses_1parent").subagents ?? [];
  expect(child).toMatchObject({ id: "ses_2child", subagents: [{ id: "ses_3grandchild" }] });
  expect(child?.parent).toMatchObject({ sessionId: "ses_1parent", relation: "subagent" });
  expect(session("ses_4orphan").parent?.sessionId).toBe("ses_0gone");
});

test("a turn ends with what commands changed, not with what calls have edited", async () => {
  const { session } = await fixture("conversation");
  const edits = session("ses_1conversation").messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "edit" ? part.edits : [])),
  );
  expect(edits).toMatchObject([{ path: "timer.sh", kind: "create" }]);
});

test("tokens are those of all steps, and reasoning counts once", async () => {
  const { session } = await fixture("files");
  const [, answer] = session("ses_1files").messages;
  expect(answer?.usage).toEqual({
    inputTokens: 30,
    outputTokens: 27,
    cacheReadTokens: 10,
    cacheWriteTokens: 0,
    reasoningTokens: 11,
    cost: { amount: 0.002, currency: "USD" },
  } satisfies Usage);
  expect(session("ses_2both").format).toBe("opencode/sqlite");
});

test("the newer of two databases counts", async () => {
  const { path, remove } = buildStore(join(fixtures, "compaction/store/.local/share/opencode"));
  cpSync(join(path, "opencode.db"), join(path, "opencode-dev.db"));
  createDatabase(join(path, "opencode-dev.db"), [
    "UPDATE session SET title = 'Newer', time_updated = time_updated + 1000000",
  ]);
  const { found } = await read({ roots: [path] });
  remove();
  expect([...found.values()].map(({ title }) => title)).toEqual(["Newer"]);
});

test("sessions that name each other as parents stand on their own", async () => {
  const { path, remove } = buildStore(join(fixtures, "damage/store/.local/share/opencode"));
  createDatabase(join(path, "opencode.db"), [
    "UPDATE session SET parent_id = 'ses_2whole' WHERE id = 'ses_1damaged'",
    "UPDATE session SET parent_id = 'ses_1damaged' WHERE id = 'ses_2whole'",
  ]);
  const { found } = await read({ roots: [path] });
  remove();
  expect([...found.keys()].sort()).toEqual(["ses_1damaged", "ses_2whole", "ses_3next_form"]);
});

test("a damaged page costs what lies on it, and is named", async () => {
  const path = join(folder, "damaged.db");
  const text = "crust ".repeat(300);
  createDatabase(path, [
    "PRAGMA page_size = 4096",
    "CREATE TABLE session (id TEXT, title TEXT, time_created INTEGER)",
    "CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT)",
    "CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT)",
    "CREATE INDEX part_session_idx ON part (session_id)",
    insert("session", ["s1", "Burnt", 1]),
    insert("message", ["m1", "s1", 1, '{"role":"user"}']),
    ...Array.from({ length: 200 }, (_, at) =>
      insert("part", [
        `p${at}`,
        "m1",
        "s1",
        at,
        JSON.stringify({ type: "text", text: `${at} ${text}` }),
      ]),
    ),
  ]);
  const bytes = readFileSync(path);
  const at = bytes.indexOf('{"type":"text","text":"100 ') & ~4095;
  writeSync(openSync(path, "r+"), Buffer.alloc(4096, 0xff), 0, 4096, at);
  const { found, diagnostics } = await read({ roots: [path] });
  const kept = textsOf(found.get("s1")?.messages ?? []).length;
  expect(kept).toBeGreaterThan(190);
  expect(kept).toBeLessThan(200);
  expect(diagnostics.length).toBe(200 - kept);
  expect(diagnostics[0]).toMatchObject({ code: "malformed-row", origin: { path } });
  expect(found.get("s1")?.records.malformed).toBe(200 - kept);
});

test("the tool's own variables say where it keeps its data", async () => {
  const { path, remove } = buildStore(join(fixtures, "compaction/store"));
  vi.stubEnv("XDG_DATA_HOME", join(path, ".local/share"));
  vi.stubEnv("OPENCODE_DB", undefined);
  const ids = async () => [...(await read({})).found.keys()];
  expect(await ids()).toEqual(["ses_1compacted"]);
  vi.stubEnv("XDG_DATA_HOME", join(path, "nowhere"));
  vi.stubEnv("OPENCODE_DB", join(path, ".local/share/opencode/opencode.db"));
  expect(await ids()).toEqual(["ses_1compacted"]);
  remove();
});

test("rows that no session owns are counted", async () => {
  const { path, remove } = buildStore(join(fixtures, "compaction/store/.local/share/opencode"));
  createDatabase(join(path, "opencode.db"), ["DELETE FROM session"]);
  const source = opencode({ roots: [path] });
  const context = { report() {}, signal: new AbortController().signal };
  const [store] = await source.stores(context, { count: true });
  await source.close?.();
  expect(store).toMatchObject({
    found: true,
    sessions: 0,
    unowned: { message: { skipped: { "no-session": 8 } }, part: { read: 13 } },
  });
  expect(statSync(join(path, "opencode.db")).isFile()).toBe(true);
  remove();
});

test("in which order rows were written changes nothing", async () => {
  const messages = Array.from({ length: 6 }, (_, at) => `m${at}`);
  const rows = messages.flatMap((id, at) => [
    insert("message", [id, "s1", 1000 * at, at % 2 ? '{"role":"assistant"}' : '{"role":"user"}']),
    ...["a", "b"].map((name, part) =>
      insert("part", [
        `${9 - part}${id}`,
        id,
        "s1",
        1000 * at + part,
        JSON.stringify({ type: "text", text: `${id} ${name}` }),
      ]),
    ),
  ]);
  const path = join(folder, "shuffled.db");
  const expected = messages.flatMap((id) => [`${id} a`, `${id} b`]);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (shuffled) => {
      rmSync(path, { force: true });
      createDatabase(path, [
        "CREATE TABLE session (id, title)",
        "CREATE TABLE message (id, session_id, time_created, data)",
        "CREATE TABLE part (id, message_id, session_id, time_created, data)",
        insert("session", ["s1", "Shuffled"]),
        ...shuffled,
      ]);
      const { found } = await read({ roots: [path] });
      expect(textsOf(found.get("s1")?.messages ?? [])).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test("messages of the second form have the order of their numbers, and stand among those of the first", async () => {
  const { session } = await fixture("second-form");
  const said = textsOf(session("ses_1second").messages);
  // Typed while the model worked, and told to it when it was done.
  expect(said.slice(-4)).toEqual([
    "**400 g** for 500 g of flour.",
    "And is it warm enough?",
    "I measure.",
    // It still waits.
    "Said while it worked: and the salt?",
  ]);
  const both = session("ses_2both");
  expect(textsOf(both.messages)).toEqual([
    "Said to the new interface.",
    "Answered by the new one.",
    "Said to the old interface.",
    "Answered by the old one.",
    "Said to the new interface again.",
  ]);
  // The sums of the tool leave the second form out.
  expect(both.usage).toBeUndefined();
});

test("the size, a search and a title know messages of the second form", async () => {
  const { path, remove } = buildStore(join(fixtures, "second-form/store"));
  const source = opencode({ home: path });
  const context = { report() {}, signal: new AbortController().signal };
  const found: string[] = [];
  for await (const ref of source.list(context)) {
    if (ref.id === "ses_1second") {
      expect(ref.title).toContain("How much water");
      expect(await source.sizeOf?.(ref, context)).toBeGreaterThan(100);
    }
    if (await source.mayContain?.(ref, ["maize"], context)) found.push(ref.id);
  }
  await source.close?.();
  remove();
  expect(found).toContain("ses_3reverted");
  expect(found).not.toContain("ses_2both");
});

test("a session that 2.0 took over has its older messages once, and those that came after", async () => {
  const { session } = await fixture("version-2");
  const both = session("ses_1migrated");
  expect(both.title).toBe("A plan of both versions");
  expect(textsOf(both.messages)).toEqual([
    "What is in the plan?",
    "Bake, it says.",
    '"Go on in the new version"',
    "It is done.",
  ]);
  // The row of the session, and four of its messages.
  expect(both.records.skipped?.copy).toBe(5);
  expect(both.usage?.cost?.amount).toBe(0.004);
  const [child] = both.subagents ?? [];
  expect(child?.parent?.toolCallId).toBeDefined();
  expect(textsOf(session("ses_2older").messages)).toEqual(["Still said to the old version."]);
});

test("an older version that went on with a session says how it is called", async () => {
  const { path, remove } = buildStore(join(fixtures, "version-2/store/.local/share/opencode"));
  createDatabase(join(path, "opencode.db"), [
    "UPDATE session SET time_updated = time_updated + 1000000 WHERE id = 'ses_1migrated'",
  ]);
  const { found } = await read({ roots: [path] });
  remove();
  expect(found.get("ses_1migrated")?.title).toBe("A plan of the old version");
  expect(found.get("ses_1migrated")?.usage).toBeUndefined();
});

test("2.0 names what a fork was copied from, also when that is gone", async () => {
  const { session } = await fixture("version-2");
  const fork = session("ses_4fork");
  expect(fork.parent).toEqual({ sessionId: "ses_3native", relation: "fork" });
  const own = fork.messages.filter(({ copiedFrom }) => !copiedFrom);
  expect(textsOf(own)).toEqual(["In the fork: how about pretzels?"]);
  expect(session("ses_7lost_origin").parent?.sessionId).toBe("ses_0gone");
});

test("rows that no session of 2.0 owns are counted", async () => {
  const { path, remove } = buildStore(join(fixtures, "version-2/store/.local/share/opencode"));
  const database = join(path, "opencode-fresh.db");
  createDatabase(database, ["DELETE FROM session_v2"]);
  const source = opencode({ roots: [database] });
  const context = { report() {}, signal: new AbortController().signal };
  const [store] = await source.stores(context, { count: true });
  await source.close?.();
  remove();
  expect(store).toMatchObject({
    found: true,
    sessions: 0,
    unowned: { session_message: { read: 3, skipped: { "no-session": 3 } } },
  });
});

test("rows of the second form without numbers have the order of their times", async () => {
  const path = join(folder, "numberless.db");
  const row = (id: string, time: number) =>
    insert("session_message", [id, "s1", "user", time, JSON.stringify({ text: `at ${time}` })]);
  createDatabase(path, [
    "CREATE TABLE session (id, title)",
    "CREATE TABLE message (id, session_id, time_created, data)",
    "CREATE TABLE part (id, message_id, session_id, time_created, data)",
    "CREATE TABLE session_message (id, session_id, type, time_created, data)",
    insert("session", ["s1", null]),
    row("m1", 3000),
    row("m2", 1000),
    row("m3", 2000),
  ]);
  const { found } = await read({ roots: [path] });
  expect(found.get("s1")?.title).toBe("at 1000");
  expect(textsOf(found.get("s1")?.messages ?? [])).toEqual(["at 1000", "at 2000", "at 3000"]);
});
