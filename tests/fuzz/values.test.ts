import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Source } from "@chatexport/core";
import chatGpt from "@chatexport/source-chatgpt";
import claude from "@chatexport/source-claude";
import claudeAi from "@chatexport/source-claude-ai";
import codex from "@chatexport/source-codex";
import copilot from "@chatexport/source-copilot";
import cursor from "@chatexport/source-cursor";
import opencode from "@chatexport/source-opencode";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildStore } from "../../scripts/cursor-store.mjs";
import { buildStore as buildOpencode } from "../../scripts/opencode-store.mjs";
import { changeOneValue, otherValues } from "./other-value.js";
import { readAll } from "./read-all.js";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

type Options = { home: string } | { roots: string[] };

const sources: Record<string, (options: Options) => Source> = {
  chatgpt: (options) => chatGpt(options),
  claude: (options) => claude(options),
  "claude-ai": (options) => claudeAi(options),
  codex: (options) => codex(options),
  copilot: (options) => copilot(options),
  cursor: (options) => cursor(options),
  opencode: (options) => opencode(options),
};

/** Before Node 22.13 SQLite runs as WebAssembly, which reads the text of a column up to a NUL. */
const inColumns = otherValues.filter((value) => !value.includes("\\u0000"));

/** The codes that no value alone causes: a file or row that is none any more has a report of its own. */
const expected = new Set([
  "damaged-archive",
  "malformed-row",
  "malformed-web-session",
  "unreadable-database",
  "unreadable-file",
]);

test.each(Object.keys(sources))(
  "another value in a record of %s loses no session",
  { timeout: 0 },
  async (name) => {
    const fixtures = join(packages, `source-${name}`, "fixtures");
    const folders = readdirSync(fixtures)
      .flatMap((fixture) => ["store", "home"].map((kind) => join(fixtures, fixture, kind)))
      .filter((folder) => existsSync(folder));
    const property = fc.asyncProperty(
      fc.constantFrom(...folders),
      fc.record({
        file: fc.nat(),
        record: fc.nat(),
        value: fc.nat(),
        other: fc.constantFrom(...(name === "opencode" ? inColumns : otherValues)),
      }),
      async (folder, change) => {
        const copy = mkdtempSync(join(tmpdir(), "chatexport-values-"));
        try {
          cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
          fc.pre(changeOneValue(copy, change) && isBuilt(copy, name));
          const isHome = folder.endsWith("home") && name !== "chatgpt";
          const place = isHome ? { home: copy } : { roots: [copy] };
          const source = sources[name]?.({ ...optionsBeside(folder), ...place });
          expect(source).toBeDefined();
          if (source) await readAll(source, { expected });
        } finally {
          rmSync(copy, { recursive: true });
        }
      },
    );
    await fc.assert(property, { numRuns: Number(process.env.FUZZ_RUNS ?? 60) });
  },
);

/** Databases are written as rows; not everything can be a row. */
function isBuilt(folder: string, name: string): boolean {
  try {
    if (name === "opencode") buildOpencode(folder);
    else buildStore(folder);
    return true;
  } catch {
    return false;
  }
}

/** The further options with which a fixture is read. */
function optionsBeside(folder: string): object {
  const path = join(folder, "..", "options.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}
