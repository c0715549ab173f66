import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packedToolNames } from "@chatexport/transplant";
import { expect, it } from "vitest";
import { emptyFolder } from "./binary.js";
import { chatexport } from "./in-process.js";
import { homeOf, messagesIn, rowsIn, storesIn } from "./packs.js";

const packages = fileURLToPath(new URL("../..", import.meta.url));

/** The homes in the fixtures of the sources whose sessions can be packed. */
const homes = packedToolNames.flatMap((tool) => {
  const fixtures = join(packages, `source-${tool}`, "fixtures");
  return readdirSync(fixtures)
    .map((name) => [tool, name, join(fixtures, name, "home")] as const)
    .filter(([, , home]) => existsSync(home));
});

const extensions = ["saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code"];

it.each(homes)("all sessions of %s in %s come out of one file", async (tool, _, from) => {
  const here = homeOf(from);
  const words = ["pack", "--project", "*", "--from", tool, "-o", "all.tar.gz", "--no-redact"];
  const packed = await chatexport(here, ...words, "--json");
  // All that is left of them are traces, or the tool keeps them in another form.
  if (packed.exitCode !== 0) return expect(existsSync(join(here, "all.tar.gz"))).toBe(false);
  const facts = JSON.parse(packed.stdout);
  const there = emptyFolder();
  const folder = join(there, "work");
  mkdirSync(folder);
  for (const name of extensions)
    mkdirSync(join(there, ".config/Code/User/globalStorage", name, "tasks"), { recursive: true });
  cpSync(join(here, "all.tar.gz"), join(there, "all.tar.gz"));
  const before = storesIn(there);
  const { stderr, exitCode } = await chatexport(there, "unpack", "all.tar.gz", "--project", "work");
  expect([stderr, exitCode]).toEqual([expect.stringContaining("checked by reading back"), 0]);
  const ids = facts.sessions.map(({ id }: { id: string }) => id);
  const folders = [folder, ...(await rowsIn(here)).flatMap(({ cwd }) => cwd ?? [])];
  expect(await messagesIn(there, ids, folders)).toEqual(await messagesIn(here, ids, folders));
  expect((await chatexport(there, "undo", "--yes")).exitCode).toBe(0);
  expect(storesIn(there)).toEqual(before);
});
