import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { type CommandName, optionTable } from "../src/options/option-table.js";
import { emptyFolder, exampleHome } from "./binary.js";
import { chatexport } from "./in-process.js";
import { expectValid, schemas } from "./schemas.js";

/** What a command needs besides --json. */
const needs: Partial<Record<CommandName, readonly string[]>> = {
  show: ["latest"],
  search: ["refund"],
  move: ["/home/mira/code/lantern-shop", "/home/mira/shop", "--sessions-only", "--dry-run"],
};

it.each(optionTable.json.commands)("describes what %s --json prints", async (command) => {
  const home = command === "plugins" ? [] : ["--home", exampleHome];
  const words = [command, ...(needs[command] ?? []), "--json", ...home];
  const { stdout, exitCode } = await chatexport(emptyFolder(), ...words);
  expect(exitCode).toBe(0);
  const values = command === "search" ? stdout.trimEnd().split("\n") : [stdout];
  for (const value of values) expectValid(command, JSON.parse(value));
});

it("has no other schemas than these and that of files of options", () => {
  const names = [...optionTable.json.commands, "config"].map((name) => `${name}.schema.json`);
  expect(readdirSync(schemas).sort()).toEqual(names.sort());
});
