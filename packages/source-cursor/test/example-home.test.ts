import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { databasesOf, tablesOf } from "./support/build-store.js";

const examples = fileURLToPath(new URL("../../../examples/", import.meta.url));

test("the databases of the example home hold the rows beside them", () => {
  const built = mkdtempSync(join(tmpdir(), "chatexport-example-"));
  execFileSync(process.execPath, [join(examples, "build-databases.mjs"), built]);
  const contents = (folder: string) =>
    Object.fromEntries(databasesOf(folder).map((path) => [relative(folder, path), tablesOf(path)]));
  const expected = contents(built);
  rmSync(built, { recursive: true });
  expect(Object.keys(expected).length).toBeGreaterThan(0);
  expect(contents(join(examples, "home"))).toEqual(expected);
});

test("no database of the example home has files beside it", () => {
  for (const path of databasesOf(join(examples, "home")))
    for (const end of ["-wal", "-shm", "-journal"]) expect(existsSync(path + end)).toBe(false);
});
