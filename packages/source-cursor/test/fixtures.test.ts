import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addTallies, defined, type Tally, tallyAddsUp, withSubagents } from "@chatexport/core";
import { beforeAll, describe, expect, test } from "vitest";
import { filesOf, readFixture } from "../../../tests/fixtures/read-fixture.js";
import cursor from "../src/index.js";
import { buildStore } from "./support/build-store.js";
import { recordsOf } from "./support/records.js";

const folder = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * Each folder of fixtures/ holds a store as it lies on disk and what is read from it; databases are
 * built from NAME.rows.json (scripts/cursor-store.mjs explains the notation), options.json has further
 * options. After a change on purpose `npx vitest run packages/source-cursor -u` writes what is expected anew; read the diff.
 */
for (const name of readdirSync(folder).sort())
  describe(name, () => {
    let fixture: Awaited<ReturnType<typeof readBuilt>>;
    beforeAll(async () => {
      fixture = await readBuilt(name);
    });

    test("is read as expected", async () => {
      await expect(fixture.read).toMatchFileSnapshot(join(folder, name, "sessions.json"));
      await expect(fixture.diagnostics).toMatchFileSnapshot(join(folder, name, "diagnostics.json"));
    });

    test("is accounted for, row by row", () => {
      const { tallies, records } = fixture;
      for (const [owner, tally] of tallies)
        expect(tallyAddsUp(tally), `the tally of ${owner}`).toBe(true);
      expect(addTallies(tallies.map(([, tally]) => tally)).read).toBe(records);
    });

    test("is the same beside conversations in which nothing was said", () => {
      const { refs, more } = fixture;
      const added = more.refs.filter(({ listedBy }) => listedBy !== undefined);
      expect(more.refs.filter(({ listedBy }) => listedBy === undefined)).toEqual(
        refs.filter(({ listedBy }) => listedBy === undefined),
      );
      for (const [owner, tally] of more.tallies)
        expect(tallyAddsUp(tally), `the tally of ${owner}`).toBe(true);
      expect(addTallies(more.tallies.map(([, tally]) => tally)).read).toBe(fixture.records);
      for (const { id } of added)
        expect(more.found.find((session) => session.id === id)?.messages).toEqual([]);
    });

    test("says in each session what its list says", () => {
      const { refs, found } = fixture;
      for (const [index, { title, startedAt, cwd, project, archived, parent }] of refs.entries())
        expect(found[index]).toMatchObject(
          defined({ title, startedAt, cwd, project, archived, parent }),
        );
    });

    test("gives no secret away", () => {
      expect(fixture.everything).not.toContain("CANARY");
      expect(fixture.more.everything).not.toContain("CANARY");
    });

    test("is read the same twice", () => {
      expect(fixture.again).toBe(fixture.everything);
    });

    test("stays as it is on disk", () => {
      expect(fixture.after).toEqual(fixture.before);
    });
  });

test("the fixture of secrets has some", () => {
  const store = buildStore(join(folder, "secrets", "store"));
  const canaries = Object.keys(filesOf(store.path)).flatMap(
    // The meta row of a store.db is in hex.
    (path) => readFileSync(path, "latin1").match(/CANARY-[a-z-]+|43414e415259/g) ?? [],
  );
  store.remove();
  expect(new Set(canaries).size).toBeGreaterThan(15);
});

async function readBuilt(name: string) {
  const { path, remove } = buildStore(join(folder, name, "store"));
  try {
    const before = filesOf(path);
    const options = optionsOf(name);
    const first = await read(path, options);
    const { everything: again } = await read(path, options);
    const more = await read(path, { ...options, empty: true });
    const after = filesOf(path);
    return { ...first, again, more, before, after, records: recordsOf(path) };
  } finally {
    remove();
  }
}

function optionsOf(name: string): object {
  const path = join(folder, name, "options.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

async function read(path: string, options: object) {
  const source = cursor({ ...options, roots: rootsOf(path) });
  const fixture = await readFixture(source, path, "<store>");
  const context = { report: () => {}, signal: new AbortController().signal };
  const stores = await source.stores(context, { count: true });
  await source.close?.();
  const tallies: [owner: string, Tally][] = [
    ...fixture.found
      .flatMap((session) => [...withSubagents(session)])
      .map(({ id, records }): [string, Tally] => [id, records]),
    ...stores.flatMap(({ unowned = {} }) => Object.entries(unowned)),
  ];
  return { ...fixture, tallies, everything: JSON.stringify({ ...fixture, stores }) };
}

/** The folders of Cursor in a store. */
function rootsOf(path: string): string[] {
  return ["User", ".cursor"].map((name) => join(path, name)).filter((root) => existsSync(root));
}
