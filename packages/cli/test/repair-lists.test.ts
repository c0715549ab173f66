import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../sqlite/src/index.js";
import { createDatabase } from "../../sqlite/test/support/databases.js";
import { emptyFolder, writeTranscript } from "./binary.js";
import { chatexport, terminal } from "./in-process.js";
import { expectValid } from "./schemas.js";

const chats = ["0b1c2d3e-0000-4000-8000-00000000c001", "0b1c2d3e-0000-4000-8000-00000000c002"];
const left = "0b1c2d3e-0000-4000-8000-00000000c003";
const workspace = ".config/Code/User/workspaceStorage/5f1c2e";

function put(home: string, path: string, content: object): void {
  mkdirSync(join(home, path, ".."), { recursive: true });
  writeFileSync(join(home, path), JSON.stringify(content));
}

/** A home in which VS Code lists one of two chats, and has one of another place. */
function homeWithChats(rows = 1): string {
  const home = emptyFolder();
  const request = { requestId: "r", message: { text: "Hello" }, response: [{ value: "Hi" }] };
  for (const [id, initialLocation] of [...chats.map((id) => [id, "panel"]), [left, "editor"]])
    put(home, `${workspace}/chatSessions/${id}.json`, {
      ...{ version: 3, sessionId: id, customTitle: `Chat ${id?.slice(-1)}`, initialLocation },
      ...{ creationDate: 1_770_000_000_000, lastMessageDate: 1_770_000_060_000 },
      requests: [request],
    });
  const row = (sessionId: string) => ({ sessionId, title: "Listed", lastMessageDate: 1 });
  const ids = Array.from({ length: rows }, (_, at) => (at === 0 ? chats[0] : `other-${at}`) ?? "");
  const entries = Object.fromEntries(ids.map((id) => [id, row(id)]));
  createDatabase(join(home, workspace, "state.vscdb"), [
    `CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
    INSERT INTO ItemTable VALUES ('chat.ChatSessionStore.index', '${JSON.stringify({ version: 1, entries })}'), ('other', '1');`,
  ]);
  return home;
}

function listIn(home: string): Record<string, object> {
  const database = openDatabase(join(home, workspace, "state.vscdb"));
  const sql = "SELECT value FROM ItemTable WHERE key = 'chat.ChatSessionStore.index'";
  const { entries } = JSON.parse(String(database.get(sql)?.value));
  database.close();
  return entries;
}

it("lists a chat in VS Code again after a question, and takes that back", async () => {
  const home = homeWithChats();
  const before = listIn(home);
  const { see, type, ended, lines } = terminal(home, ["repair", "--list"]);
  await see(/List 1 chat in VS Code again\?/);
  expect(lines().join("\n")).toContain("Chat 2");
  type("y");
  expect(await ended).toBe(0);
  expect(listIn(home)).toEqual({
    ...before,
    [chats[1] ?? ""]: {
      ...{ sessionId: chats[1], title: "Chat 2", lastMessageDate: 1_770_000_060_000 },
      ...{ initialLocation: "panel", isEmpty: false },
    },
  });
  expect((await chatexport(home, "repair", "--list")).stdout).toContain("Tools list all sessions");
  expect((await chatexport(home, "undo", "--yes")).exitCode).toBe(0);
  expect(listIn(home)).toEqual(before);
});

it("fills no list over what VS Code keeps, and changes nothing without an answer", async () => {
  const home = homeWithChats(25);
  const { stdout } = await chatexport(home, "repair", "--list", "--yes");
  expect(stdout).toContain("VS Code keeps few chats in a list: 1 chat would leave it again.");
  const other = homeWithChats();
  const asked = await chatexport(other, "repair", "--list");
  expect(asked.stderr).toContain("VS Code can list 1 chat again: add --yes.");
  expect([listIn(home), listIn(other)].map((list) => Object.keys(list).length)).toEqual([25, 1]);
});

it("names sessions of a folder that is gone, and those that a database lacks", async () => {
  const home = homeWithChats();
  writeTranscript(home, { id: "0b1c2d3e-0000-4000-8000-00000000a001", cwd: join(home, "gone") });
  const store = ".local/share/opencode";
  const session = { id: "ses_1", projectID: "p", directory: home, title: "In files" };
  const time = { created: 1_770_000_000_000 };
  put(home, `${store}/storage/session/p/ses_1.json`, { ...session, time });
  const message = { id: "msg_1", sessionID: "ses_1", role: "user", time };
  put(home, `${store}/storage/message/ses_1/msg_1.json`, message);
  const reasons = async () => {
    const { stdout } = await chatexport(home, "repair", "--list", "--json");
    expectValid("repair", JSON.parse(stdout));
    return JSON.parse(stdout).map((each: { reason: string }) => each.reason);
  };
  expect(await reasons()).toEqual(["folder-gone", "not-in-list"]);
  createDatabase(join(home, store, "opencode.db"), ["CREATE TABLE session (id TEXT);"]);
  expect(await reasons()).toEqual(["folder-gone", "not-in-database", "not-in-list"]);
  const { stdout } = await chatexport(home, "repair", "--list", "--dry-run");
  expect(stdout).toMatch(/→ chatexport move \S+gone NEW_FOLDER --sessions-only/);
  expect(stdout).toMatch(/→ chatexport continue ses_1 --in opencode --run/);
});
