import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("README.md can be read in a few minutes", () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
});

test("README.md shows both commands for a fresh clone near the top", () => {
  const top = readme.split("\n").slice(0, 30);
  expect(top).toContain("npm start -- --home examples/home --to markdown");
  expect(top).toContain("npm test");
});
