import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { CommandName } from "../../src/options/command-names.js";
import { optionTable } from "../../src/options/option-table.js";
import { emptyFolder, exampleHome, packedSession } from "../binary.js";
import { chatexport } from "../in-process.js";
import { expectValid, schemas } from "../schemas.js";

/** A session of Claude Code in the example home. */
const own = "2c116d2c";

/** The words that a command needs besides --json. */
const needs: Partial<Record<CommandName, readonly string[]>> = {
  show: ["latest"],
  search: ["refund"],
  why: [`${fileURLToPath(new URL("../../../../README.md", import.meta.url))}:1`],
  commits: [own],
  continue: [own, "--project", ".", "--dry-run"],
  restore: [own, "--from", "claude", "--dry-run"],
  clone: [own, "--dry-run"],
  fork: [own, "--at", "1", "--dry-run"],
  trim: [own, "--results", "100", "--dry-run"],
  repair: ["--all", "--dry-run"],
  rename: [own, "Title", "--dry-run"],
  archive: [own, "--dry-run"],
  delete: [own, "--dry-run"],
  pack: [own, "-o", "talk.tar.gz"],
  unpack: [packedSession, "--dry-run"],
  undo: ["--list"],
  move: ["/home/mira/code/lantern-shop", "/home/mira/shop", "--sessions-only", "--dry-run"],
};

it.each(optionTable.json.commands)("describes what %s --json prints", async (command) => {
  const takesHome = optionTable.home.commands.some((name) => name === command);
  const home = takesHome ? ["--home", exampleHome] : [];
  const words = [command, ...(needs[command] ?? []), "--json", ...home];
  // Some look into the user's own home only.
  const cwd = emptyFolder();
  if (!takesHome) cpSync(join(exampleHome, ".claude"), join(cwd, ".claude"), { recursive: true });
  const { stdout, exitCode } = await chatexport(cwd, ...words);
  expect(exitCode).toBe(0);
  const values = command === "search" ? stdout.trimEnd().split("\n") : [stdout];
  for (const value of values) expectValid(command, JSON.parse(value));
});

it("has no other schemas than these and that of files of options", () => {
  const names = [...optionTable.json.commands, "config"].map((name) => `${name}.schema.json`);
  expect(readdirSync(schemas).sort()).toEqual(names.sort());
});
