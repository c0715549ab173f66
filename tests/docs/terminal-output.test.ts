import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { binary } from "../../packages/cli/test/binary.js";
import { needProgram } from "../../packages/cli/test/needed-program.js";
import { consoles, regenerated } from "./consoles.js";
import { withLists } from "./option-lists.js";

needProgram("jq");

const path = pathOf("docs/usage.md");
const usage = readFileSync(path, "utf8");

function pathOf(page: string): string {
  return fileURLToPath(new URL(`../../${page}`, import.meta.url));
}

let home = "";

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "chatexport-home-"));
  cpSync(fileURLToPath(new URL("../../examples/home", import.meta.url)), home, { recursive: true });
  mkdirSync(join(home, "bin"));
  command("chatexport", `exec "${process.execPath}" "${binary}" "$@"`);
  // Nothing is published, but whoever publishes takes all of it.
  command("gh", 'cat > "$HOME/gist"; echo "$@" > "$HOME/gist.words"');
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function command(name: string, script: string): void {
  writeFileSync(join(home, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
}

const environment = () => ({
  PATH: `${join(home, "bin")}:${process.env.PATH}`,
  HOME: home,
  NO_COLOR: "1",
  PAGER: "cat",
});

// `npx vitest run tests/docs -u` writes it anew: all blocks at once, as the last one to write it would win.
test("the terminals in docs/usage.md show what the program prints", async () => {
  const blocks = usage.match(consoles) ?? [];
  expect(blocks.length).toBeGreaterThan(3);
  const anew: string[] = [];
  for (const block of blocks)
    anew.push(await regenerated(block, { cwd: home, env: environment() }));
  await expect(usage.replace(consoles, () => anew.shift() ?? "")).toMatchFileSnapshot(path);
});

test("the lists in docs/options.md are those of the program", async () => {
  const page = pathOf("docs/options.md");
  await expect(await withLists(readFileSync(page, "utf8"))).toMatchFileSnapshot(page);
});

test("the recipes in docs/usage.md work in a shell", () => {
  const [, section = ""] = /^## Pipes and recipes\n(.*?)^## /ms.exec(usage) ?? [];
  const scripts = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = ""]) => script);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    const { status, stderr } = spawnSync("/bin/sh", ["-ec", script], {
      cwd: home,
      encoding: "utf8",
      env: environment(),
    });
    expect(stderr, script).not.toMatch(/^error/m);
    expect(status, script).toBe(0);
  }
  expect(readFileSync(join(home, "gist"), "utf8")).toMatch(/^---\n.*^# /ms);
});

test("DuckDB understands the queries in docs/usage.md", async () => {
  const queries = [...usage.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, query = ""]) => query);
  expect(queries.length).toBeGreaterThan(0);
  const words = [binary, "--to", "jsonl", "--out", "chat-archive", "--quiet"];
  expect(spawnSync(process.execPath, words, { cwd: home, env: environment() }).status).toBe(0);
  // There are systems without it, on which all other tests still run.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  for (const query of queries) {
    const inArchive = query.replaceAll("chat-archive/", `${join(home, "chat-archive")}/`);
    const result = await connection.runAndReadAll(inArchive);
    expect(result.currentRowCount, query).toBeGreaterThan(3);
  }
  connection.closeSync();
});
