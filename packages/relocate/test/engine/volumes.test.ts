import { existsSync, lstatSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "@chatexport/core";
import { expect, test } from "vitest";
import type { Disk } from "../../src/disk/disk.js";
import { listTransactions } from "../../src/engine/kept-transactions.js";
import { transact } from "../../src/engine/transact.js";
import { undo } from "../../src/engine/undo-transaction.js";
import { ChangeError } from "../../src/move/change-error.js";
import { isForOtherVolume } from "../../src/move/move.js";
import { systemError } from "./faults.js";
import { quickDisk, sampleWorld, snapshot, temporaryFolder } from "./world.js";

/** Two folders on two volumes, or on a disk that says so. */
function twoVolumes(): { one: string; other: string; disk: Disk } {
  const [one, other] = [temporaryFolder(), temporaryFolder(tmpdir())];
  if (lstatSync(one).dev !== lstatSync(other).dev) return { one, other, disk: quickDisk };
  const within = (path: string) => path.startsWith(other);
  const between = (act: "rename" | "link") => (from: string, to: string) => {
    if (within(from) !== within(to)) throw systemError("EXDEV");
    quickDisk[act](from, to);
  };
  return { one, other, disk: { ...quickDisk, rename: between("rename"), link: between("link") } };
}

test("stores, backups and the new place of a project may be on several volumes", async () => {
  const { one, other, disk } = twoVolumes();
  const world = sampleWorld(one);
  const before = snapshot(one);
  const system = { ...world.options.system, env: { XDG_STATE_HOME: join(other, "state") } };
  const options = { from: world.from, to: join(other, "work", "renamed"), system, disk };
  if (disk === quickDisk) expect(isForOtherVolume(options)).toBe(true);
  expect(isForOtherVolume({ from: world.from, to: world.to })).toBe(false);

  const changes = { plans: world.plans, async verify() {} };
  const renaming = transact({ ...options, folder: "rename" }, async () => changes);
  const error = await renaming.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChangeError);
  expect(errorCode(error instanceof ChangeError && error.cause)).toBe("EXDEV");
  expect(snapshot(one)).toBe(before);

  let ino = 0;
  await transact({ ...options, folder: "copy" }, async (folder) => {
    ino = lstatSync(folder).ino;
    return changes;
  });
  expect(lstatSync(options.to).ino).toBe(ino);
  expect(existsSync(world.from)).toBe(false);
  expect(readFileSync(join(options.to, "lib", "link"), "utf8")).toBe("1");
  expect(lstatSync(join(options.to, "lib", "deep")).mode & 0o777).toBe(0o500);
  const [kept] = listTransactions({ system });
  expect(kept?.folder).toBe(join(other, "state", "chatexport", "moves", kept?.id ?? ""));
  expect(lstatSync(kept?.folder ?? "").mode & 0o777).toBe(0o700);

  await undo({ system, disk });
  expect(snapshot(one)).toBe(before);
  expect(existsSync(join(other, "work"))).toBe(false);
});
