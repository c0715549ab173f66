import { expect, test } from "vitest";
import type { Disk } from "../../src/disk/disk.js";
import { recover } from "../../src/engine/recover-transactions.js";
import { transact } from "../../src/engine/transact.js";
import { undo } from "../../src/engine/undo-transaction.js";
import type { FolderMove } from "../../src/move/move.js";
import {
  countChanges,
  dyingDisk,
  failingDisk,
  failingThenDying,
  keepingElsewhere,
} from "./faults.js";
import { keptNames, quickDisk, sampleWorld, snapshot, type World } from "./world.js";

interface Circumstances {
  name: string;
  folder: FolderMove;
  disk: Disk;
}

const circumstances: Circumstances[] = [
  { name: "the project is renamed", folder: "rename", disk: quickDisk },
  { name: "the project is copied", folder: "copy", disk: quickDisk },
  { name: "backups are kept on another volume", folder: "rename", disk: keepingElsewhere },
];

async function move(world: World, folder: FolderMove, disk: Disk) {
  await transact({ ...world.options, folder, disk }, async () => ({
    plans: world.plans,
    async verify() {},
  }));
}

/** A world, what it is before and after a move, and with how many changes of the disk. */
async function tryOut({ folder, disk }: Circumstances) {
  const world = sampleWorld();
  const before = snapshot(world.root);
  const counts = await countChanges((counting) => move(world, folder, counting), disk);
  const after = timeless(snapshot(world.root));
  await undo({ ...world.options, disk });
  return { world, before, after, disk, ...counts };
}

/** Moments of what is newer than the sample differ from run to run. */
function timeless(text: string): string {
  return text.replaceAll(/ 1[7-9]\d{17} /g, " now ");
}

type Tried = Awaited<ReturnType<typeof tryOut>>;

/** Asks that all is as before, or all is done and can be undone: the world is as before then. */
async function expectWhole({ world, before, after, disk }: Tried) {
  await recover({ ...world.options, disk });
  const now = snapshot(world.root);
  if (timeless(now) !== after) expect(now).toBe(before);
  else {
    await undo({ ...world.options, disk });
    expect(snapshot(world.root)).toBe(before);
  }
  expect(keptNames(world.home)).toEqual([]);
}

test.each(circumstances)("any change that fails sets all back: $name", async (circumstance) => {
  const { folder, disk } = circumstance;
  const tried = await tryOut(circumstance);
  const { world, before, calls } = tried;
  let done = 0;
  for (let at = 0; at < calls; at++) {
    const result = await move(world, folder, failingDisk(at, disk)).catch((error) => error);
    if (result === undefined) done++;
    else {
      expect(String(result)).toContain("EIO");
      expect(snapshot(world.root)).toBe(before);
    }
    await expectWhole(tried);
  }
  // A journal that may not be on the disk yet, or an old folder that cannot be removed, ends no move.
  expect(done).toBeLessThan(calls / 2);
});

test.each(circumstances)("killed anywhere: $name", async (circumstance) => {
  const { folder, disk } = circumstance;
  const tried = await tryOut(circumstance);
  const { world, changes } = tried;
  for (let at = 0; at < changes; at++) {
    await move(world, folder, dyingDisk(at, disk)).catch(() => undefined);
    await expectWhole(tried);
  }
});

test.each(circumstances)("killed while it sets back: $name", async (circumstance) => {
  const { folder, disk } = circumstance;
  const tried = await tryOut(circumstance);
  const { world, calls } = tried;
  for (let at = 20; at < calls; at += 80) {
    for (let later = at + 1; later < at + 40; later += 5) {
      const dying = failingThenDying(at, later, disk);
      await move(world, folder, dying).catch(() => undefined);
      await expectWhole(tried);
    }
  }
});

test.each(circumstances)("killed while it is recovered: $name", async (circumstance) => {
  const { folder, disk } = circumstance;
  const tried = await tryOut(circumstance);
  const { world, changes } = tried;
  for (const at of [changes - 3, Math.floor(changes * 0.8)]) {
    for (let later = 0, isDead = true; isDead; later += 7) {
      await move(world, folder, dyingDisk(at, disk)).catch(() => undefined);
      const dying = dyingDisk(later, disk);
      await recover({ ...world.options, disk: dying }).catch(() => undefined);
      isDead = dying.isDead;
      await expectWhole(tried);
    }
  }
});

test.each(circumstances)("failing or killed while it is undone: $name", async (circumstance) => {
  const { folder, disk } = circumstance;
  const tried = await tryOut(circumstance);
  const { world } = tried;
  for (const faulty of [failingDisk, dyingDisk]) {
    const done = sampleWorld();
    await move(done, folder, disk);
    const { calls } = await countChanges(
      (counting) => undo({ ...done.options, disk: counting }),
      disk,
    );
    for (let at = 0; at < calls; at += faulty === failingDisk ? 19 : 9) {
      await move(world, folder, disk);
      await undo({ ...world.options, disk: faulty(at, disk) }).catch(() => undefined);
      await expectWhole(tried);
    }
  }
});
