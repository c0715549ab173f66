import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Diagnostic,
  type Source,
  sessions,
  tallyAddsUp,
  withSubagents,
} from "@chatexport/core";
import claude from "@chatexport/source-claude";
import copilot from "@chatexport/source-copilot";
import cursor from "@chatexport/source-cursor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildStore } from "../../scripts/cursor-store.mjs";
import { changeOneValue, otherValues } from "./other-value.js";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

type Options = { home: string } | { roots: string[] };

const sources: Record<string, (options: Options) => Source> = {
  claude: (options) => claude(options),
  copilot: (options) => copilot(options),
  cursor: (options) => cursor(options),
};

/** What no value alone can be blamed for: a file or row that is none any more has a report of its own. */
const expected = new Set(["malformed-row", "malformed-web-session", "unreadable-database"]);

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
        other: fc.constantFrom(...otherValues),
      }),
      async (folder, change) => {
        const copy = mkdtempSync(join(tmpdir(), "chatexport-values-"));
        try {
          cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
          fc.pre(changeOneValue(copy, change) && isBuilt(copy));
          const options = folder.endsWith("home") ? { home: copy } : { roots: [copy] };
          expect(await lost(sources[name]?.(options))).toEqual([]);
        } finally {
          rmSync(copy, { recursive: true });
        }
      },
    );
    await fc.assert(property, { numRuns: Number(process.env.FUZZ_RUNS ?? 60) });
  },
);

/** Databases are written as rows; not everything can be a row. */
function isBuilt(folder: string): boolean {
  try {
    buildStore(folder);
    return true;
  } catch {
    return false;
  }
}

async function lost(source: Source | undefined): Promise<unknown[]> {
  if (!source) throw new Error("There is no such source.");
  const errors: unknown[] = [];
  const report = ({ severity, code, cause }: Diagnostic) => {
    if (severity === "error" && !(expected.has(code) && !(cause instanceof TypeError)))
      errors.push(cause ?? code);
  };
  for await (const { session } of sessions([source], { report }))
    for (const { id, records } of withSubagents(session))
      if (!tallyAddsUp(records)) errors.push(`the tally of ${id}`);
  await source.close?.();
  return errors;
}
