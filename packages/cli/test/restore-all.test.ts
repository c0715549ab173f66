import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder, exampleHome } from "./binary.js";
import { chatexport } from "./in-process.js";
import { kill } from "./killed.js";
import { rowsIn, storesIn } from "./packs.js";
import { expectValid } from "./schemas.js";

/** A home with an archive of the example, and nothing else. */
async function archivedHome(): Promise<string> {
  const home = emptyFolder();
  await chatexport(home, "export", "--home", exampleHome, "--to", "jsonl");
  return home;
}

it("brings back what tools no longer have, in one change", async () => {
  const home = await archivedHome();
  cpSync(join(exampleHome, ".pi"), join(home, ".pi"), { recursive: true });
  const before = storesIn(home);
  const dry = await chatexport(home, "restore", "--all", "--dry-run", "--json");
  expectValid("restore", JSON.parse(dry.stdout));
  expect(JSON.parse(dry.stdout)).toMatchObject({ there: 1, left: { cursor: 8, opencode: 2 } });
  expect(storesIn(home)).toEqual(before);
  const { stderr, exitCode } = await chatexport(home, "restore", "--all");
  expect([stderr, exitCode]).toEqual([expect.stringContaining("Brought back 14 sessions"), 0]);
  expect(stderr).toMatch(
    /1\ssession\sis\sthere\salready\.\sLeft\sout:\sOpenCode:\s2,\sQwen\sCode:\s1,/,
  );
  const sources = (await rowsIn(home)).map(({ source }) => source).sort();
  expect([...new Set(sources)]).toEqual(["claude", "codex", "copilot", "gemini", "pi"]);
  expect(sources).toHaveLength(15);
  const again = await chatexport(home, "restore", "--all");
  expect(again.stderr).toContain("There is nothing to bring back.");
  await chatexport(home, "undo", "--yes");
  expect(storesIn(home)).toEqual(before);
});

it("brings back several sessions of a project that Gemini CLI marks once", async () => {
  const home = emptyFolder();
  const fixture = new URL("../../source-gemini/fixtures/one-of-each/home", import.meta.url);
  cpSync(fixture, home, { recursive: true });
  await chatexport(home, "export", "--to", "jsonl");
  rmSync(join(home, ".gemini"), { recursive: true });
  const { stdout, exitCode } = await chatexport(home, "restore", "--all", "--json");
  expect(exitCode).toBe(0);
  const { sessions, later } = JSON.parse(stdout);
  expect(later).toBe(0);
  expect(sessions.length).toBeGreaterThan(1);
  expect(await rowsIn(home)).toHaveLength(sessions.length);
});

it.each([2, 9, 20])("leaves all as it was when it is killed (%i)", async (n) => {
  const home = await archivedHome();
  const before = storesIn(home);
  kill(n, home, "restore", "--all");
  await chatexport(home, "undo", "--yes");
  expect(storesIn(home)).toEqual(before);
});
