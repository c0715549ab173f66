import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { brokenLinks } from "./links.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The pages of the repository; npm shows the README of each package with the links that it has here. */
const pages = ["", "docs", "docs/formats", "examples", ...below("packages"), ...below("examples")]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".md") && !path.endsWith("CHANGELOG.md"));

test.each(pages)("no link of %s leads nowhere", (path) => {
  expect(brokenLinks(join(root, path))).toEqual([]);
});

function below(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

test("docs/README.md leads to every page", () => {
  const map = readFileSync(join(root, "docs/README.md"), "utf8");
  const others = readdirSync(join(root, "docs")).filter((name) => /^(?!README).*\.md$/.test(name));
  expect(others.filter((name) => !map.includes(`](${name})`))).toEqual([]);
});
