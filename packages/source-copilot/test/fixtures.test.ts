import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defined, type JsonObject, tallyAddsUp, withSubagents } from "@chatexport/core";
import { parseLine } from "@chatexport/core/read";
import { lostValues } from "@chatexport/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { filesOf, readFixture } from "../../../tests/fixtures/read-fixture.js";
import { dropped } from "../src/fields.js";
import copilot from "../src/index.js";
import { fixtures, storeOf } from "./store.js";

/*
 * Each folder of fixtures/ holds a store as it lies on disk and what is read from it; databases are built from
 * NAME.rows.json (scripts/cursor-store.mjs explains the notation). After a change on purpose
 * `npx vitest run packages/source-copilot -u` writes what is expected anew; read the diff.
 */
for (const name of readdirSync(fixtures).sort())
  describe(name, () => {
    let fixture: Awaited<ReturnType<typeof readTwice>>;
    beforeAll(async () => {
      fixture = await readTwice(name);
    });

    test("is read as expected", async () => {
      const folder = join(fixtures, name);
      await expect(fixture.read).toMatchFileSnapshot(join(folder, "sessions.json"));
      await expect(fixture.diagnostics).toMatchFileSnapshot(join(folder, "diagnostics.json"));
    });

    test("is accounted for, record by record", () => {
      for (const { id, records } of fixture.found.flatMap((each) => [...withSubagents(each)]))
        expect(tallyAddsUp(records), `the tally of ${id}`).toBe(true);
    });

    test("says in each session what its list says", () => {
      const { refs, found } = fixture;
      for (const [index, ref] of refs.entries()) {
        const { title, startedAt, updatedAt, cwd, project, parent } = ref;
        expect(found[index]).toMatchObject(
          defined({ title, startedAt, updatedAt, cwd, project, parent }),
        );
      }
    });

    test("has each value in a session", () => {
      expect([...lostValues(fixture.found, fixture.records, omitted)]).toEqual([]);
    });

    test("is read the same twice, and stays as it is on disk", () => {
      expect(fixture.again).toBe(fixture.read);
      expect(fixture.after).toEqual(fixture.before);
    });
  });

/** The keys whose values are not looked for: those that are left out, and words of the format. */
const omitted: Readonly<Record<string, string>> = {
  ...dropped,
  type: "a word of the format",
  timestamp: "of records that are no message",
  kind: "a word of the format",
  detailedContent: "a difference, which the call has as hunks, or what the model saw",
  summaryContent: "in the session with headings in place of tags",
  k: "the place of a change",
  external: "an address, which the session has as a path",
  invocationMessage: "the line before the call was over",
  pastTenseMessage: "in the session with the name of a file in place of its address",
  response: "what the model said in a round, which stands in the answer",
};

async function readTwice(name: string) {
  const { path, remove } = storeOf(name);
  try {
    const before = filesOf(path);
    const first = await readFixture(copilot({ home: path }), path, "<home>");
    const again = (await readFixture(copilot({ home: path }), path, "<home>")).read;
    const records = Object.keys(before).flatMap(recordsIn);
    return { ...first, again, before, after: filesOf(path), records };
  } finally {
    remove();
  }
}

function recordsIn(path: string): JsonObject[] {
  const isChat = /chatSessions\/[^/]+\.jsonl?$/i.test(path);
  if (!isChat && !/events\.jsonl$/.test(path)) return [];
  const text = readFileSync(path, "utf8");
  const lines = (path.endsWith(".json") ? [text] : text.split("\n")).map(parseLine);
  return lines.filter((record) => typeof record === "object");
}
