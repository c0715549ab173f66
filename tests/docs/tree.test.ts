import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../scripts/tree.mjs", import.meta.url));

test("AGENTS.md has the tree of today", () => {
  expect(() => execFileSync(process.execPath, [script, "--check"])).not.toThrow();
});
