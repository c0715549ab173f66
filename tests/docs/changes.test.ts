import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { binary } from "../../packages/cli/test/binary.js";
import { consoles, regenerated } from "./consoles.js";
import { damageList, keptTable } from "./continue-tables.js";

/** The beginning of a page about a command that changes stores. */
function pageOf(name: string): { path: string; page: string } {
  const path = fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url));
  return { path, page: readFileSync(path, "utf8") };
}

/** A folder as after `git clone`, with the program on the path. */
function newClone(): string {
  // Lines break, and plans are as large, as paths are long: so it lies in the same place everywhere.
  const clone = mkdtempSync("/tmp/chatexport-clone-");
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  const example = fileURLToPath(new URL("../../examples/home", import.meta.url));
  cpSync(example, join(clone, "examples/home"), { recursive: true });
  mkdirSync(join(clone, "bin"));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`;
  writeFileSync(join(clone, "bin", "chatexport"), script, { mode: 0o700 });
  return clone;
}

/** A page with its terminals as the program prints them. */
async function withTerminals(page: string): Promise<string> {
  const clone = newClone();
  const env = { PATH: `${join(clone, "bin")}:${process.env.PATH}`, HOME: clone, NO_COLOR: "1" };
  const anew: string[] = [];
  for (const block of page.match(consoles) ?? []) {
    const text = await regenerated(block, { cwd: clone, env });
    const lasting = text
      // The name of a change has the time in it.
      .replace(/\d{17}-[0-9a-f]{6}/g, "20261122101500000-1a2b3c")
      .replace(/(?<=1a2b3c +)\d{4}-\d\d-\d\d \d\d:\d\d/g, "2026-11-22 10:15")
      // Claude Code names the folder of a project after its path.
      .replaceAll(clone.replaceAll(/[^a-zA-Z0-9]/g, "-"), "-home-mira-clone");
    anew.push(lasting);
  }
  expect(anew.length).toBeGreaterThan(0);
  return page.replace(consoles, () => anew.shift() ?? "");
}

// `npx vitest run tests/docs -u` writes them anew.
test("the terminals in docs/move.md are what the program prints", async () => {
  const { path, page } = pageOf("move");
  await expect(await withTerminals(page)).toMatchFileSnapshot(path);
});

test("the terminals and the lists in docs/continue.md are what happens", async () => {
  const { path, page } = pageOf("continue");
  const table = /(?<=<!-- Printed by tests\/docs\/continue-tables.ts -->\n).*?(?=\n\n)/gs;
  const tables = [await keptTable(), damageList()];
  expect(page.match(table)).toHaveLength(tables.length);
  const anew = (await withTerminals(page)).replace(table, () => tables.shift() ?? "");
  await expect(anew).toMatchFileSnapshot(path);
});
