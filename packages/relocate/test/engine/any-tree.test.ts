import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recover } from "../../src/engine/recover-transactions.js";
import { transact } from "../../src/engine/transact.js";
import { undo } from "../../src/engine/undo-transaction.js";
import type { Rename } from "../../src/move/store-plan.js";
import { countChanges, dyingDisk } from "./faults.js";
import { rewrite, storePlan } from "./sample-plans.js";
import { quickDisk, snapshot, temporaryFolder, writeTree } from "./world.js";

const name = fc.constantFrom("a", "ab", "a.b", "a b", "_", "ä", "日本", "-x", "x".repeat(200));
const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));

/** Renames that can be done one after the other: which of all things gets which name in which folder. */
const choices = fc.array(fc.tuple(fc.nat(), fc.nat(), name), { maxLength: 6 });

test("whatever is renamed and rewritten, kills and undoing leave it as it was", async () => {
  const some = fc.uniqueArray(file, { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(some, choices, fc.nat(), async (files, picks, kill) => {
    const store = join(temporaryFolder(), "store");
    for (const each of files) writeFile(store, each);
    const plan = storePlan({
      rewrites: paths(store)
        .filter((path) => statSync(path).isFile())
        .map((path) => rewrite(path)),
      renames: possibleRenames(store, picks),
    });
    const home = temporaryFolder();
    const system = { platform: "linux", env: {}, home, root: "/" };
    const options = { from: "/old", to: "/new", system };
    const before = snapshot(store);
    const act = async (disk = quickDisk) => {
      await transact({ ...options, folder: "stays", disk }, async () => ({
        plans: [plan],
        async verify() {},
      }));
    };
    const { changes } = await countChanges(act);
    for (const { to } of plan.renames.slice(-1)) expect(existsSync(to)).toBe(true);
    await undo({ ...options, disk: quickDisk });
    expect(snapshot(store)).toBe(before);

    await act(dyingDisk(kill % (changes - 2))).catch(() => undefined);
    await recover({ ...options, disk: quickDisk });
    expect(snapshot(store)).toBe(before);
  });
  await fc.assert(property, { numRuns: 15 });
});

/** A file, unless its name is one of a folder or lies below a file. */
function writeFile(store: string, path: string): void {
  if (existsSync(join(store, path))) return;
  for (let at = dirname(path); at !== "."; at = dirname(at))
    if (existsSync(join(store, at)) && statSync(join(store, at)).isFile()) return;
  writeTree(store, { [path]: `old ${path}` });
  chmodSync(join(store, path), 0o640);
}

function paths(store: string): string[] {
  return readdirSync(store, { recursive: true, encoding: "utf8" })
    .sort()
    .map((path) => join(store, path));
}

function possibleRenames(
  store: string,
  picks: readonly (readonly [number, number, string])[],
): Rename[] {
  const folders = new Set([store, ...paths(store).filter((path) => statSync(path).isDirectory())]);
  let things = paths(store);
  return picks.flatMap(([thing, folder, name]) => {
    const from = things[thing % things.length] ?? "";
    const to = join([...folders][folder % folders.size] ?? "", name);
    if (things.includes(to) || `${to}/`.startsWith(`${from}/`)) return [];
    const moved = (path: string) =>
      path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
    things = things.map(moved);
    for (const path of [...folders]) {
      folders.delete(path);
      folders.add(moved(path));
    }
    return [{ from, to }];
  });
}
