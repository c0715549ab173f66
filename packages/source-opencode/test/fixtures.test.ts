import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tallyAddsUp, withSubagents } from "@chatexport/core";
import { beforeAll, describe, expect, test } from "vitest";
import { filesOf, readFixture } from "../../../tests/fixtures/read-fixture.js";
import opencode from "../src/index.js";
import { buildStore } from "./support/build-store.js";

const folder = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * Each folder of fixtures/ holds a store as it lies on disk and what is read from it; databases are built from
 * NAME.rows.json (scripts/opencode-store.mjs). After a change on purpose `npx vitest run
 * packages/source-opencode -u` writes what is expected anew; read the diff.
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

    test("is accounted for, record by record", () => {
      for (const session of fixture.found)
        for (const { id, records } of withSubagents(session))
          expect(tallyAddsUp(records), `the tally of ${id}`).toBe(true);
    });

    test("gives no secret away", () => {
      expect(fixture.read).not.toContain("CANARY");
    });

    test("stays as it is on disk", () => {
      expect(fixture.after).toEqual(fixture.before);
    });
  });

async function readBuilt(name: string) {
  const { path, remove } = buildStore(join(folder, name, "store"));
  try {
    const before = filesOf(path);
    const source = opencode({ home: path });
    const fixture = await readFixture(source, path, "<store>");
    await source.close?.();
    return { ...fixture, before, after: filesOf(path) };
  } finally {
    remove();
  }
}
