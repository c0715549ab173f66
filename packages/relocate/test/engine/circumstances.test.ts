import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Disk } from "../../src/disk/disk.js";
import { listTransactions } from "../../src/engine/kept-transactions.js";
import { recover } from "../../src/engine/recover-transactions.js";
import { type TransactionRequest, transact } from "../../src/engine/transact.js";
import { undo } from "../../src/engine/undo-transaction.js";
import { ChangeError } from "../../src/move/change-error.js";
import type { StorePlan } from "../../src/move/store-plan.js";
import { dyingDisk, systemError } from "./faults.js";
import { rewrite, storePlan } from "./sample-plans.js";
import { keptNames, quickDisk, sampleWorld, snapshot, type World, writeTree } from "./world.js";

async function move(
  world: World,
  {
    plans = world.plans,
    verify = async () => {},
    ...options
  }: Partial<TransactionRequest> & { plans?: StorePlan[]; verify?: () => Promise<void> } = {},
) {
  const request: TransactionRequest = {
    ...world.options,
    folder: "rename",
    disk: quickDisk,
    ...options,
  };
  return await transact(request, async () => ({ plans, verify }));
}

/** The error that something ends with. */
async function faultOf(promise: Promise<unknown>): Promise<ChangeError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ChangeError) return error;
  throw new Error("no move error", { cause: error });
}

function session(world: World): string {
  return join(world.home, "tool", "projects", "old", "one.jsonl");
}

test("a move ends when a file is changed before its turn, and the change stays", async () => {
  const world = sampleWorld();
  const { rewrites, ...rest } = world.plans[0] ?? storePlan({});
  const late = rewrite(session(world), {
    write(target) {
      writeFileSync(target, "new");
      appendFileSync(session(world), "more\n");
    },
  });
  const error = await faultOf(move(world, { plans: [{ ...rest, rewrites: [late] }] }));
  expect(error).toMatchObject({ code: "changed", paths: [session(world)] });
  expect(readFileSync(session(world), "utf8")).toBe("old one\nmore\n");
  expect(keptNames(world.home)).toEqual([]);

  const meanwhile: Disk = {
    ...quickDisk,
    link(from, to) {
      quickDisk.link(from, to);
      if (from.endsWith("settings.json")) writeFileSync(session(world), "replaced");
    },
  };
  expect(await faultOf(move(world, { disk: meanwhile }))).toMatchObject({ code: "changed" });
  expect(readFileSync(session(world), "utf8")).toBe("replaced");
});

test("a move ends when a program opens a database meanwhile", async () => {
  const world = sampleWorld();
  const path = join(world.home, "editor", "chats", "b", "store.db");
  const late = rewrite(path, { kind: "database" });
  const opening: Disk = {
    ...quickDisk,
    link(from, to) {
      quickDisk.link(from, to);
      writeFileSync(`${path}-wal`, "");
    },
  };
  const plans = [storePlan({ rewrites: [late] })];
  const error = await faultOf(move(world, { plans, disk: opening }));
  expect(error).toMatchObject({ code: "changed", paths: [`${path}-wal`] });
  expect(readFileSync(path, "utf8")).toBe("second");
});

test("an old folder that cannot be removed is named, and removed later", async () => {
  const world = sampleWorld();
  const before = snapshot(world.root);
  const disk: Disk = {
    ...quickDisk,
    removeFolder(path) {
      if (path.endsWith(".old")) throw systemError("EBUSY");
      quickDisk.removeFolder(path);
    },
  };
  const { leftover } = await move(world, { folder: "copy", disk });
  expect(leftover).toMatch(/\.chatexport-[^/]+\.old$/);
  expect(await faultOf(undo(world.options))).toMatchObject({ paths: [leftover] });
  expect(await recover({ ...world.options, disk })).toMatchObject([
    { outcome: "left-over", leftover },
  ]);
  expect(await recover({ ...world.options, disk: quickDisk })).toMatchObject([
    { outcome: "finished" },
  ]);
  await undo({ ...world.options, disk: quickDisk });
  expect(snapshot(world.root)).toBe(before);
});

test("what a program writes to a file that it has open is not lost", async () => {
  const world = sampleWorld();
  const opened = openSync(session(world), "a");
  const verify = async () => void writeSync(opened, "a last line\n");
  const error = await faultOf(move(world, { verify }));
  closeSync(opened);
  expect(error).toMatchObject({ code: "changed", paths: [session(world)] });
  expect(readFileSync(session(world), "utf8")).toBe("old one\na last line\n");
});

test("a move that is not what it should be is set back", async () => {
  const world = sampleWorld();
  const before = snapshot(world.root);
  const verify = async () => {
    expect(existsSync(world.to)).toBe(true);
    throw new Error("a session is missing");
  };
  const error = await faultOf(move(world, { verify }));
  expect(error).toMatchObject({
    code: "failed",
    message: "Nothing was changed: a session is missing",
  });
  expect(snapshot(world.root)).toBe(before);
});

test.each(["rename", "copy"] as const)(
  "a move can be aborted or abandoned (%s)",
  async (folder) => {
    const world = sampleWorld();
    const before = snapshot(world.root);
    const controller = new AbortController();
    const verify = async () => controller.abort();
    const aborted = move(world, { folder, verify, signal: controller.signal });
    expect(await faultOf(aborted)).toMatchObject({ code: "failed" });
    expect(snapshot(world.root)).toBe(before);
    const abandoned = transact({ ...world.options, folder, disk: quickDisk }, async (place) => {
      expect(existsSync(join(place, "code.ts"))).toBe(true);
      throw new Error("there is no plan");
    });
    await expect(abandoned).rejects.toThrow(/^there is no plan$/);
    expect(snapshot(world.root)).toBe(before);
    expect(keptNames(world.home)).toEqual([]);
  },
);

test.each(["ENOSPC", "EACCES"])("a disk that keeps answering %s", async (code) => {
  const world = sampleWorld();
  const before = snapshot(world.root);
  let isFull = false;
  const refuse = () => {
    if (isFull) throw systemError(code);
  };
  const disk: Disk = {
    ...quickDisk,
    writeFile(path, text) {
      refuse();
      quickDisk.writeFile(path, text);
    },
    makeFolder(path, mode) {
      refuse();
      quickDisk.makeFolder(path, mode);
    },
  };
  const verify = async () => {
    isFull = true;
  };
  const error = await faultOf(move(world, { disk, verify }));
  expect(error.message).toContain(code);
  isFull = false;
  await recover({ ...world.options, disk });
  expect(snapshot(world.root)).toBe(before);
  expect(keptNames(world.home)).toEqual([]);
});

test("nothing is begun without room for it", async () => {
  const world = sampleWorld();
  const before = snapshot(world.root);
  const disk = { ...quickDisk, freeSpace: () => 3 };
  for (const folder of ["rename", "copy"] as const) {
    const error = await faultOf(move(world, { disk, folder }));
    expect(error.code).toBe("no-space");
    expect(error.message).toMatch(/has room for 0\.0 MB/);
    expect(snapshot(world.root)).toBe(before);
  }
});

test("pipes are named before anything is copied", async () => {
  const world = sampleWorld();
  const pipe = join(world.from, "bin", "pipe");
  execFileSync("mkfifo", [pipe]);
  const error = await faultOf(move(world, { folder: "copy" }));
  expect(error).toMatchObject({ code: "special", paths: [pipe] });
  expect(existsSync(world.to)).toBe(false);
  expect(keptNames(world.home)).toEqual([]);
});

test("a project that is changed while it is copied stays where it is", async () => {
  const world = sampleWorld();
  const moved = transact({ ...world.options, folder: "copy", disk: quickDisk }, async () => {
    writeFileSync(join(world.from, "code.ts"), "other");
    return { plans: world.plans, async verify() {} };
  });
  const error = await faultOf(moved);
  expect(error).toMatchObject({ code: "changed", paths: [join(world.from, "code.ts")] });
  expect(readFileSync(join(world.from, "code.ts"), "utf8")).toBe("other");
  expect(existsSync(join(world.root, "work"))).toBe(false);
});

test("nothing is put over something that is there", async () => {
  const world = sampleWorld();
  writeTree(world.to, { "notes.txt": "mine" });
  expect(await faultOf(move(world))).toMatchObject({ code: "occupied", paths: [world.to] });
  const inside = join(world.from, "lib", "new");
  expect(await faultOf(move(world, { to: inside }))).toMatchObject({ code: "occupied" });

  const before = snapshot(world.root);
  const [from, to] = ["a", "b"].map((name) => join(world.home, "editor", "chats", name));
  const plans = [storePlan({ renames: [{ from: from ?? "", to: to ?? "" }] })];
  const error = await faultOf(move(world, { plans, folder: "stays" }));
  expect(error).toMatchObject({ code: "occupied", paths: [to] });
  expect(snapshot(world.root)).toBe(before);
});

test("two processes do not move at once", async () => {
  const world = sampleWorld();
  const folder = join(world.home, ".local", "state", "chatexport", "moves");
  mkdirSync(folder, { recursive: true });
  // The process that started this one is alive.
  const owner = { process: process.ppid, host: hostname(), key: "" };
  writeFileSync(join(folder, "lock"), JSON.stringify(owner));
  for (const act of [move(world), undo(world.options), recover(world.options)])
    expect(await faultOf(act)).toMatchObject({ code: "busy" });
  rmSync(join(folder, "lock"));
  await move(world);
});

test("a killed move is recovered before the next one", async () => {
  const world = sampleWorld();
  await move(world, { disk: dyingDisk(60) }).catch(() => undefined);
  expect(listTransactions(world.options)).toMatchObject([{ phase: "committing" }]);
  expect(await faultOf(move(world))).toMatchObject({ code: "unfinished" });
  expect(await faultOf(undo(world.options))).toMatchObject({ code: "unfinished" });
  expect(await recover({ ...world.options, disk: quickDisk })).toMatchObject([
    { outcome: "rolled-back", from: world.from },
  ]);
  await move(world);
});

test("a recovery overwrites nothing that was changed since", async () => {
  const world = sampleWorld();
  const before = snapshot(world.root);
  await move(world, { disk: dyingDisk(70) }).catch(() => undefined);
  const path = join(world.home, "tool", "projects", "new", "one.jsonl");
  appendFileSync(path, "went on\n");
  const between = snapshot(world.root);
  const error = await faultOf(recover({ ...world.options, disk: quickDisk }));
  expect(error).toMatchObject({ code: "changed", paths: [path] });
  expect(snapshot(world.root)).toBe(between);
  // What is put elsewhere is out of the way.
  renameSync(path, join(world.root, "kept.jsonl"));
  await recover({ ...world.options, disk: quickDisk });
  rmSync(join(world.root, "kept.jsonl"));
  expect(snapshot(world.root)).toBe(before);
});

test("an undo names all that was changed since, and touches nothing", async () => {
  const world = sampleWorld();
  const { id } = await move(world);
  const path = (...names: string[]) => join(world.home, ...names);
  appendFileSync(path("tool/settings.json"), " ");
  writeTree(path("editor/chats/c"), { "added.db": "" });
  rmSync(path("editor/made/here/file.json"));
  writeTree(path("editor/slugs/old"), { "again.txt": "" });
  writeTree(world.to, { "code.ts": "people work here" });
  const before = snapshot(world.root);
  const error = await faultOf(undo({ ...world.options, disk: quickDisk, id }));
  expect(error.code).toBe("changed");
  expect([...error.paths].sort()).toEqual(
    [
      path("editor/chats/c/added.db"),
      path("editor/made/here/file.json"),
      path("editor/slugs/old"),
      path("tool/settings.json"),
    ].sort(),
  );
  expect(snapshot(world.root)).toBe(before);
});

test("an undo takes along what was done in the project", async () => {
  for (const folder of ["rename", "copy"] as const) {
    const world = sampleWorld();
    await move(world, { folder });
    writeTree(world.to, { "code.ts": "2", "more/new.ts": "3" });
    await undo({ ...world.options, disk: quickDisk });
    expect(readFileSync(join(world.from, "more", "new.ts"), "utf8")).toBe("3");
    expect(readFileSync(join(world.from, "code.ts"), "utf8")).toBe("2");
    expect(existsSync(join(world.root, "work"))).toBe(false);
  }
});

test("moves are undone one after the other, the last one first", async () => {
  const world = sampleWorld();
  const before = snapshot(world.root);
  expect(await faultOf(undo(world.options))).toMatchObject({ code: "no-such-change" });
  await move(world);
  const next = { from: world.to, to: world.from, plans: [] };
  await move(world, next);
  expect(listTransactions(world.options).map(({ from }) => from)).toEqual([world.from, world.to]);
  expect(await undo({ ...world.options, disk: quickDisk })).toMatchObject({ from: world.to });
  expect(await undo({ ...world.options, disk: quickDisk })).toMatchObject({ from: world.from });
  expect(snapshot(world.root)).toBe(before);
});

test("a session that is merged is as young as its newest part", async () => {
  const world = sampleWorld();
  const [kept, gone] = ["new", "old"].map((name) =>
    join(world.home, "tool", "projects", name, "both.jsonl"),
  ) as [string, string];
  chmodSync(kept, 0o640);
  utimesSync(gone, 1.65e9, 1.65e9);
  await move(world);
  expect(snapshot(world.home)).toContain("both.jsonl 100640 1650000000000000000 new both");
});
