import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assert, asyncProperty, constantFrom, string, tuple, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { createHome, md5, moveCursor, readAll, writeHome } from "./home.js";

const user = ".config/Cursor/User";
const segment = string({
  unit: constantFrom(
    "a",
    "Ab",
    "co",
    "1",
    "-",
    "_",
    ".",
    " ",
    "%",
    "é",
    "日",
    "'",
    "(",
    "+",
    "#",
    "&",
  ),
  minLength: 1,
  maxLength: 12,
}).filter((name) => !/^[. ]+$/.test(name));
const slugOf = (path: string) => path.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");

test("whatever folders are called, all that is known of them moves, and nothing of their neighbours", async () => {
  const names = uniqueArray(segment, { minLength: 3, maxLength: 3 });
  await assert(
    asyncProperty(
      names,
      tuple(segment, segment),
      async ([from = "", to = "", part = ""], [more, deep]) => {
        const home = createHome();
        const [old, now] = [join(home, "p", from), join(home, "q", deep, to)];
        // Neighbours: a folder with a longer name, and one with the same name elsewhere.
        const others = [`${old}${more}`, join(home, "r", from)];
        const folders = [old, join(old, part), ...others];
        for (const folder of folders) mkdirSync(folder, { recursive: true });
        writeHome(home, storesOf(folders));
        const before = await readAll(home);
        expect(before.sessions.length).toBe(2 * folders.length);
        moveCursor(home, old, now);
        const after = await readAll(home);
        const places = new Map(folders.map((folder) => [folder, folder]));
        places.set(old, now);
        places.set(join(old, part), join(now, part));
        expect(after.sessions.map(({ id, cwd }) => [id, cwd])).toEqual(
          before.sessions.map(({ id, cwd }) => [id, places.get(cwd ?? "")]),
        );
        expect(after.sessions.map(({ messages }) => messages.map(({ parts }) => parts))).toEqual(
          before.sessions.map(({ messages }) => messages.map(({ parts }) => parts)),
        );
      },
    ),
    { numRuns: 10 },
  );
});

/** A composer, a chat and a transcript of each folder. */
function storesOf(folders: readonly string[]): Record<string, unknown> {
  const rows: Record<string, unknown> = {};
  const items: Record<string, unknown> = {};
  const stores: Record<string, unknown> = {};
  for (const [index, folder] of folders.entries()) {
    const uri = pathToFileURL(folder).href;
    const id = `${index}`.repeat(32);
    const workspaceIdentifier = {
      id,
      uri: { fsPath: folder, external: uri, path: folder, scheme: "file" },
    };
    rows[`composerData:composer-${index}`] = {
      composerId: `composer-${index}`,
      workspaceIdentifier,
      conversation: [{ type: 1, bubbleId: "b", text: `In ${folder} and ${uri}` }],
    };
    stores[`${user}/workspaceStorage/${id}/workspace.json`] = { folder: uri };
    stores[`.cursor/chats/${md5(folder)}/chat-${index}/meta.json`] = { cwd: folder };
    stores[`.cursor/chats/${md5(folder)}/chat-${index}/store.db`] = {
      blobs: { "{one}": { role: "user", content: `In ${folder}` } },
      meta: { 0: { $hexText: { agentId: `chat-${index}`, latestRootBlobId: "" } } },
    };
    // Slugs may be the same: then only this file tells whose the transcripts are.
    const project = `.cursor/projects/${slugOf(folder)}`;
    if (stores[`${project}/.workspace-trusted`] !== undefined) continue;
    stores[`${project}/.workspace-trusted`] = { workspacePath: folder };
  }
  items.recent = folders.map((folder) => pathToFileURL(folder).href);
  stores[`${user}/globalStorage/state.vscdb`] = { ItemTable: items, cursorDiskKV: rows };
  return stores;
}
