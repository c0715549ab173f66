import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Diagnostic,
  defined,
  type JsonObject,
  tallyAddsUp,
  withSubagents,
} from "@chatexport/core";
import { parseLine } from "@chatexport/core/read";
import { lostValues } from "@chatexport/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { buildStore } from "../../../scripts/cursor-store.mjs";
import { filesOf, readFixture } from "../../../tests/fixtures/read-fixture.js";
import { dropped } from "../src/fields.js";
import codex from "../src/index.js";

const folder = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * Each folder of fixtures/ holds a home folder as it lies on disk and what is read from it; databases are built
 * from NAME.rows.json (scripts/cursor-store.mjs explains the notation). After a change on purpose
 * `npx vitest run packages/source-codex -u` writes what is expected anew; read the diff.
 */
for (const name of readdirSync(folder).sort())
  describe(name, () => {
    let fixture: Awaited<ReturnType<typeof readTwice>>;
    beforeAll(async () => {
      fixture = await readTwice(name);
    });

    test("is read as expected", async () => {
      await expect(fixture.read).toMatchFileSnapshot(join(folder, name, "sessions.json"));
      await expect(fixture.diagnostics).toMatchFileSnapshot(join(folder, name, "diagnostics.json"));
    });

    test("is accounted for, record by record", () => {
      for (const { id, records } of fixture.found.flatMap((each) => [...withSubagents(each)]))
        expect(tallyAddsUp(records), `the tally of ${id}`).toBe(true);
    });

    test("says in each session what its list says", () => {
      const { refs, found } = fixture;
      for (const [index, { title, startedAt, cwd, project, archived, parent }] of refs.entries())
        expect(found[index]).toMatchObject(
          defined({ title, startedAt, cwd, project, archived, parent }),
        );
    });

    test("has each value in a session", () => {
      expect([...lostValues(fixture.found, fixture.records, omitted)]).toEqual([]);
    });

    test("is read the same twice, and stays as it is on disk", () => {
      expect(fixture.again).toBe(fixture.read);
      expect(fixture.after).toEqual(fixture.before);
    });
  });

/** The keys whose values are not looked for: those that are left out, and those that are words of the format. */
const omitted: Readonly<Record<string, string>> = {
  ...dropped,
  type: "a word of the format",
  timestamp: "of records that are no message",
  total_tokens: "the sum of the others",
  fragments: "a hook's words, which a message repeats",
};

async function readTwice(name: string) {
  const home = mkdtempSync(join(tmpdir(), "chatexport-codex-"));
  try {
    cpSync(join(folder, name, "home"), home, { recursive: true });
    buildStore(home);
    const before = filesOf(home);
    const first = await readFixture(codex({ home }), home, "<home>");
    const again = (await readFixture(codex({ home }), home, "<home>")).read;
    const leftOut = emptyFiles(first.diagnostics, home);
    const records = Object.keys(before)
      .filter((path) => !leftOut.has(path))
      .flatMap(recordsIn);
    return { ...first, again, before, after: filesOf(home), records };
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** The files in which nothing was said: their instructions are in no session. */
function emptyFiles(diagnostics: string, home: string): Set<string> {
  const reported: Diagnostic[] = JSON.parse(diagnostics);
  return new Set(
    reported.flatMap(({ code, origin }) =>
      code === "empty-transcript" ? (origin?.path?.replace("<home>", home) ?? []) : [],
    ),
  );
}

function recordsIn(path: string): JsonObject[] {
  if (!/rollout-[^/]*\.jsonl?$/.test(path)) return [];
  // Sessions have paths in place of addresses, the data of images without what they begin with, and notes about
  // memory apart from its lines.
  const text = readFileSync(path, "utf8")
    .replaceAll(/file:\/\/[^"]*/g, (address) => address.slice(7).replaceAll("%20", " "))
    .replaceAll("data:image/png;base64,", "")
    .replaceAll("|note=[", "\\n");
  return (path.endsWith(".json") ? [text] : text.split("\n"))
    .map(parseLine)
    .filter((record) => typeof record === "object");
}
