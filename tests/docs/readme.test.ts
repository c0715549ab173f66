import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { builtIns } from "../../packages/cli/src/built-in.js";

const page = fileURLToPath(new URL("../../README.md", import.meta.url));
const readme = readFileSync(page, "utf8");

/** The text of each link in the table of reasons, with the page where it leads. */
const claims = [...readme.matchAll(/\[([^\]]*\d[^\]]*)\]\((docs\/[\w-]+\.md)(?:#[\w-]+)?\)/g)];

test("README.md says no number that the linked page does not show", () => {
  expect(claims.length).toBeGreaterThan(4);
  for (const [, text = "", path = ""] of claims) {
    const linked = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
    for (const number of text.match(/\d[\d,.]*\d|\d/g) ?? [])
      expect(linked, `${text} in ${path}`).toMatch(
        new RegExp(`\\b${number.replaceAll(".", "\\.")}\\b`),
      );
  }
});

/** The list of sources. */
const sourceList = /(?<=## Sources\n\n)(?:-.*\n)+/;

test("README.md can be read in a few minutes", () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
});

test("README.md shows both commands for a fresh clone near the top", () => {
  const top = readme.split("\n").slice(0, 30);
  expect(top).toContain("npm start -- --home examples/home --to markdown");
  expect(top).toContain("npm test");
});

// After a change: npx vitest run tests/docs/readme.test.ts -u
test("README.md lists each source", async () => {
  const rows = Object.entries(builtIns.source).map(
    ([name, { from, description }]) =>
      `- [\`${name}\`](packages/${from.split("/")[1]}/README.md): ${description}\n`,
  );
  expect(readme).toMatch(sourceList);
  await expect(readme.replace(sourceList, rows.join(""))).toMatchFileSnapshot(page);
});
