import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Diagnostic, listSessions } from "@chatexport/core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { buildHome } from "../../../tests/fixtures/home-fixtures.js";
import { createDatabase } from "../../sqlite/test/support/databases.js";
import crush from "../src/index.js";

const built = buildHome(fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url)));
afterAll(() => built.remove());

/** The number of sessions that are listed, and what is told, when columns have other names. */
async function listedWithout(...columns: string[]) {
  const root = mkdtempSync(join(tmpdir(), "crush-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = join(root, "crush.db");
  cpSync(join(built.path, "code/kite/.crush/crush.db"), path);
  const renamed = columns.map((place) => {
    const [table, column] = place.split(".");
    return `ALTER TABLE ${table} RENAME COLUMN ${column} TO ${column}_next`;
  });
  createDatabase(path, renamed);
  const told: Diagnostic[] = [];
  const source = crush({ roots: [root] });
  const found = await listSessions([source], { report: (each) => told.push(each) });
  await source.close?.();
  return { count: found.length, told: told.map(({ severity, code }) => `${severity} ${code}`) };
}

test("a database in which one column has another name is of another version of the tool", async () => {
  const { count } = await listedWithout();
  expect(await listedWithout("sessions.prompt_tokens")).toEqual({ count, told: [] });
  expect(await listedWithout("messages.parts")).toEqual({
    count: 0,
    told: ["error unreadable-database"],
  });
});

test("a database in which several have is of another program", async () => {
  expect(await listedWithout("sessions.prompt_tokens", "messages.parts")).toEqual({
    count: 0,
    told: ["info foreign-file"],
  });
});
