import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listTransactions } from "../../src/engine/kept-transactions.js";
import { recover } from "../../src/engine/recover-transactions.js";
import { transact } from "../../src/engine/transact.js";
import { undo } from "../../src/engine/undo-transaction.js";
import type { FolderMove } from "../../src/move/move.js";
import { keepingElsewhere, withoutLinks } from "./faults.js";
import { keptNames, quickDisk, sampleWorld, snapshot, type World } from "./world.js";

async function move(world: World, folder: FolderMove, disk = quickDisk) {
  const { plans, options } = world;
  return await transact({ ...options, folder, disk }, async () => ({ plans, async verify() {} }));
}

test.each<FolderMove>(["rename", "copy", "stays"])(
  "a move is done and undone, when the project's folder is one to %s",
  async (folder) => {
    const world = sampleWorld();
    // A moment that a clock gives. A file that is copied to another volume is another file.
    writeFileSync(join(world.home, "tool", "settings.json"), "old");
    const isExact = folder !== "copy";
    const before = snapshot(world.root, { isExact });
    await move(world, folder);
    expect(listTransactions(world.options)).toMatchObject([{ phase: "done", from: world.from }]);
    expect(await recover({ ...world.options, disk: quickDisk })).toEqual([]);
    expect(existsSync(world.from)).toBe(folder === "stays");
    expect(existsSync(join(world.to, "lib", "deep", "more.ts"))).toBe(folder !== "stays");
    await undo({ ...world.options, disk: quickDisk });
    expect(snapshot(world.root, { isExact })).toBe(before);
    expect(keptNames(world.home)).toEqual([]);
  },
);

test.each([
  ["links", quickDisk],
  ["copies, where there are no links", withoutLinks],
  ["copies on another volume", keepingElsewhere],
])("stores are as planned, with %s as backups", async (_, disk) => {
  const world = sampleWorld();
  const before = snapshot(world.root);
  await move(world, "rename", disk);
  const lines = snapshot(join(world.home, "tool")).split("\n");
  expect(lines.filter((line) => line !== "" && !line.startsWith("settings"))).toEqual([
    " 40755  ",
    "projects 40755 1600000038000000000 ",
    "projects/new 40755 1600000036000000000 ",
    "projects/new/both.jsonl 100644 1600000034000000000 new both, longer",
    "new both",
    "projects/new/one 40755 1600000028000000000 ",
    "projects/new/one/agents 40755 1600000024000000000 ",
    "projects/new/one/agents/a.jsonl 100644 1600000022000000000 new agent",
    "projects/new/one/dangling 120777 1600000020000000000 nowhere",
    "projects/new/one.jsonl 100600 1600000026000000000 new one",
  ]);
  const editor = (name: string) => join(world.home, "editor", name);
  expect(readFileSync(editor("state.db"), "utf8")).toBe("new rows");
  expect(existsSync(editor("state.db-wal"))).toBe(false);
  expect(readFileSync(editor("chats/c/store.db"), "utf8")).toBe("second");
  expect(readFileSync(editor("chats/b/store.db"), "utf8")).toBe("first");
  expect(existsSync(editor("chats/a"))).toBe(false);
  expect(statSync(editor("made/here/file.json")).mode & 0o777).toBe(0o600);
  await undo({ ...world.options, disk });
  expect(snapshot(world.root)).toBe(before);
});
