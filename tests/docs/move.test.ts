import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { binary } from "../../packages/cli/test/binary.js";
import { consoles, regenerated } from "./consoles.js";

const path = fileURLToPath(new URL("../../docs/move.md", import.meta.url));
const page = readFileSync(path, "utf8");

let clone = "";

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "chatexport-clone-"));
  const example = fileURLToPath(new URL("../../examples/home", import.meta.url));
  cpSync(example, join(clone, "examples/home"), { recursive: true });
  mkdirSync(join(clone, "bin"));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`;
  writeFileSync(join(clone, "bin", "chatexport"), script, { mode: 0o700 });
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

// `npx vitest run tests/docs -u` writes it anew.
test("the terminals in docs/move.md are what the program prints", async () => {
  const env = { PATH: `${join(clone, "bin")}:${process.env.PATH}`, HOME: clone, NO_COLOR: "1" };
  const anew: string[] = [];
  for (const block of page.match(consoles) ?? []) {
    const text = await regenerated(block, { cwd: clone, env });
    // The name of a move has the time in it.
    anew.push(text.replace(/\d{17}-[0-9a-f]{6}/g, "20261122101500000-1a2b3c"));
  }
  expect(anew.length).toBeGreaterThan(0);
  await expect(page.replace(consoles, () => anew.shift() ?? "")).toMatchFileSnapshot(path);
});
