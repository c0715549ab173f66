import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { groups } from "../../scripts/test-groups.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The tests of a folder and of the folders in it, with paths as git has them. */
function testsIn(folder: string): string[] {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : testsIn(path);
    return path.endsWith(".test.ts") ? [path] : [];
  });
}

test("each test belongs to one group, which says under which Node it runs", () => {
  const packages = readdirSync(`${root}packages`).map((name) => `packages/${name}/test`);
  const files = [...packages, "tests"].flatMap(testsIn);
  expect(files.length).toBeGreaterThan(300);
  const folders = Object.values(groups).flat();
  expect(new Set(folders).size).toBe(folders.length);
  expect(files.filter((file) => !folders.some((folder) => file.startsWith(folder)))).toEqual([]);
});
