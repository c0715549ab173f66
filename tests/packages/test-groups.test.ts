import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { groups } from "../../scripts/test-groups.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

function testsBelow(folder: string): string[] {
  return readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`);
}

test("each test belongs to one group, which says under which Node it runs", () => {
  const packages = readdirSync(`${root}packages`).map((name) => `packages/${name}/test`);
  const files = [...packages, "tests"].flatMap(testsBelow);
  expect(files.length).toBeGreaterThan(300);
  const folders = Object.values(groups).flat();
  const foldersOf = (file: string) => folders.filter((folder) => file.startsWith(folder));
  expect(files.filter((file) => foldersOf(file).length !== 1)).toEqual([]);
});
