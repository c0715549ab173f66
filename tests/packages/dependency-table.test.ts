import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { directDependencies, thirdParties } from "./runtime-tree.js";

const page = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
const [, section = ""] = page.split("\n## Dependencies\n");
const rows = [...section.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map(([, name = "", rest = ""]) => {
  const cells = rest.split(" | ").map((cell) => cell.trim());
  return { name, cells };
});

test("CONTRIBUTING.md gives a reason for each direct dependency, and no others", () => {
  expect(rows.map(({ name }) => name)).toEqual(directDependencies());
  for (const { name, cells } of rows) {
    expect(cells.length, name).toBe(5);
    expect(
      cells.every((cell) => cell !== ""),
      name,
    ).toBe(true);
  }
});

test("its licences are those of the packages", () => {
  const licences = new Map(
    thirdParties().map(({ manifest }) => [manifest.name, manifest.license] as const),
  );
  for (const { name, cells } of rows) expect(cells[2], name).toBe(licences.get(name));
});
