import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Session, sessions } from "@chatexport/core";
import copilot from "@chatexport/source-copilot";
import { expect, test } from "vitest";
import { planCopilot } from "../../src/copilot/plan-copilot.js";
import { apply, plan, undo } from "../../src/index.js";
import { programsUsing } from "../../src/running/blockers.js";
import { carryOut } from "../carry-out.js";
import { createHome, filesOf, json, md5, moveOf, stat, writeHome } from "../cursor/home.js";

const user = ".config/Code/User";
const storage = `${user}/workspaceStorage`;
const [from, to] = ["/src/shop", "/src/my shop"];
const inode = 7;
const [oldId, newId, otherId] = ["a".repeat(32), md5(`${to}${inode}`), "b".repeat(32)];

/** A chat in which something was said about a folder. */
function chat(id: string, folder: string, prompt: string) {
  const uri = { $mid: 1, fsPath: `${folder}/a.ts`, path: `${folder}/a.ts`, scheme: "file" };
  const request = {
    ...{ requestId: `r-${id}`, timestamp: 1_790_000_000_000, message: { text: prompt } },
    variableData: { variables: [{ kind: "file", id: "f", name: "a.ts", value: uri }] },
    response: [{ value: `It is in ${folder}.` }],
  };
  const head = { version: 3, sessionId: id, creationDate: 1_790_000_000_000, requests: [request] };
  return { ...head, responderUsername: "GitHub Copilot", initialLocation: "panel" };
}

function index(...ids: string[]) {
  const entries = ids.map((sessionId) => [sessionId, { sessionId, title: `Chat ${sessionId}` }]);
  const value = JSON.stringify({ version: 1, entries: Object.fromEntries(entries) });
  return { ItemTable: { "chat.ChatSessionStore.index": value } };
}

/** A folder of `workspaceStorage` with one chat. */
function workspace(id: string, folder: string, chatId: string) {
  const place = `${storage}/${id}`;
  return {
    [`${place}/workspace.json`]: { folder: `file://${encodeURI(folder)}` },
    [`${place}/state.vscdb`]: index(chatId),
    [`${place}/chatSessions/${chatId}.json`]: chat(chatId, folder, `Look at ${folder}`),
  };
}

async function readAll(home: string): Promise<Session[]> {
  const found: Session[] = [];
  for await (const { session } of sessions([copilot({ home })])) found.push(session);
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const statOf = () => stat(inode);

test("the chats of a folder get the name by which VS Code will look for them", async () => {
  const home = createHome();
  writeHome(home, {
    ...workspace(oldId, from, "c1"),
    ...workspace(otherId, "/src/shopping", "c2"),
    [`${user}/globalStorage/storage.json`]: {
      windowsState: { lastActiveWindow: { folder: `file://${from}` } },
      profileAssociations: { workspaces: { [`file://${from}`]: "default" } },
    },
    [`${user}/globalStorage/state.vscdb`]: {
      ItemTable: {
        "history.recentlyOpenedPathsList": JSON.stringify({
          entries: [{ folderUri: `file://${from}` }, { folderUri: "file:///src/shopping" }],
        }),
      },
    },
  });
  const before = await readAll(home);
  const plan = planCopilot(moveOf(home, from, to, statOf));
  carryOut(plan);

  expect(plan.notes).toEqual([]);
  const files = filesOf(join(home, storage));
  expect(
    Object.keys(files)
      .filter((name) => name.endsWith("json"))
      .sort(),
  ).toEqual(
    [
      ...[`${newId}/chatSessions/c1.json`, `${newId}/workspace.json`],
      ...[`${otherId}/chatSessions/c2.json`, `${otherId}/workspace.json`],
    ].sort(),
  );
  const uri = "file:///src/my%20shop";
  expect(JSON.parse(files[`${newId}/workspace.json`] ?? "")).toEqual({ folder: uri });
  const global = join(home, user, "globalStorage");
  expect(JSON.parse(filesOf(global)["storage.json"] ?? "")).toEqual({
    windowsState: { lastActiveWindow: { folder: uri } },
    profileAssociations: { workspaces: { [uri]: "default" } },
  });
  expect(json(join(global, "state.vscdb"), "history.recentlyOpenedPathsList")).toEqual({
    entries: [{ folderUri: uri }, { folderUri: "file:///src/shopping" }],
  });
  // What was said stays, and so does the other project.
  const after = await readAll(home);
  expect(after.map(({ cwd }) => cwd)).toEqual([to, "/src/shopping"]);
  expect(after.map(({ messages }) => messages)).toEqual(before.map(({ messages }) => messages));
});

test("where the new folder was opened already, its list has the chats of both", async () => {
  const home = createHome();
  writeHome(home, { ...workspace(oldId, from, "c1"), ...workspace(newId, to, "c2") });
  carryOut(planCopilot(moveOf(home, from, to, statOf)));
  expect(Object.keys(filesOf(join(home, storage))).map((name) => name.split("/")[0])).not.toContain(
    oldId,
  );
  const list = json(join(home, storage, newId, "state.vscdb"), "chat.ChatSessionStore.index");
  expect(Object.keys((list as { entries: object }).entries).sort()).toEqual(["c1", "c2"]);
  expect((await readAll(home)).map(({ id, title, cwd }) => [id, title, cwd])).toEqual([
    ["c1", "Chat c1", to],
    ["c2", "Chat c2", to],
  ]);
});

test("VS Code has to end only where something changes that it uses", () => {
  const home = createHome();
  const lock = join(home, ".config/Code/code.lock");
  const event = { type: "session.start", data: { sessionId: "s1", context: { cwd: from } } };
  writeHome(home, {
    ...workspace(otherId, "/src/other", "c2"),
    ".copilot/session-state/s1/events.jsonl": `${JSON.stringify(event)}\n`,
  });
  writeFileSync(lock, String(process.pid));
  const blockers = (folder: string) => {
    const move = moveOf(home, folder, to, statOf);
    return programsUsing(move, [planCopilot(move)]).map(({ message }) => message);
  };
  expect(blockers(from)).toEqual([]);
  expect(blockers("/src/other")).toEqual([
    `VS Code is running (process ${process.pid}, as ${lock} says: remove that if it is another program): quit it and try again.`,
  ]);
});

test("an undo waits for the end of VS Code, too, and sets every byte back", async () => {
  const home = createHome();
  const [old, now] = [join(home, "old"), join(home, "new")];
  mkdirSync(old);
  writeHome(home, workspace(oldId, old, "c1"));
  const before = filesOf(join(home, storage));
  await apply(await plan(old, now, { home }));
  expect((await readAll(home)).map(({ cwd }) => cwd)).toEqual([now]);
  const lock = join(home, ".config/Code/code.lock");
  writeFileSync(lock, String(process.pid));
  await expect(undo({ home })).rejects.toThrow("VS Code is running");
  rmSync(lock);
  await undo({ home });
  expect(filesOf(join(home, storage))).toEqual(before);
});
