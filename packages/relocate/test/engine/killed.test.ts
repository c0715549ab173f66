import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { recover } from "../../src/engine/recover-transactions.js";
import { undo } from "../../src/engine/undo-transaction.js";
import { keptNames, sampleWorld, snapshot, temporaryFolder } from "./world.js";

test("stores survive processes that are killed", async () => {
  const script = join(temporaryFolder(), "killed-transaction.mjs");
  const input = fileURLToPath(new URL("killed-transaction.ts", import.meta.url));
  const bundle = await rolldown({ input, platform: "node" });
  await bundle.write({ file: script });
  await bundle.close();

  for (const [folder, at] of [
    ["rename", 40],
    ["rename", 62],
    ["copy", 75],
    ["copy", 110],
  ] as const) {
    const world = sampleWorld();
    const before = snapshot(world.root);
    const options = JSON.stringify({ ...world.options, folder });
    const { signal } = spawnSync(process.execPath, [script, options, String(at)]);
    expect(signal).toBe("SIGKILL");
    await recover(world.options);
    expect(snapshot(world.root)).toBe(before);
    expect(keptNames(world.home)).toEqual([]);
  }

  const world = sampleWorld();
  const before = snapshot(world.root);
  const options = JSON.stringify({ ...world.options, folder: "copy" });
  expect(spawnSync(process.execPath, [script, options]).status).toBe(0);
  await undo(world.options);
  expect(snapshot(world.root)).toBe(before);
});
