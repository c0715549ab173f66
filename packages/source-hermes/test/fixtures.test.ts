import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defined, tallyAddsUp, withSubagents } from "@chatexport/core";
import { expect, test } from "vitest";
import { filesOf, readFixture } from "../../../tests/fixtures/read-fixture.js";
import hermes from "../src/index.js";
import { buildHome } from "./build-home.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * Each folder of fixtures/ holds a home folder, with the rows of its databases, and what is read from it. After a
 * change on purpose `npx vitest run packages/source-hermes -u` writes what is expected anew; read the diff.
 */
test.each(readdirSync(fixtures))("the fixture %s is read as expected", async (name) => {
  const folder = join(fixtures, name);
  const home = buildHome(join(folder, "home"));
  try {
    const before = filesOf(home.path);
    const source = hermes({ home: home.path });
    const { read, diagnostics, refs, found } = await readFixture(source, home.path, "<home>");
    await source.close?.();
    await expect(read).toMatchFileSnapshot(join(folder, "sessions.json"));
    await expect(diagnostics).toMatchFileSnapshot(join(folder, "diagnostics.json"));
    for (const [index, { title, startedAt, updatedAt, cwd, parent }] of refs.entries())
      expect(found[index]).toMatchObject(defined({ title, startedAt, updatedAt, cwd, parent }));
    for (const session of found)
      for (const { id, records } of withSubagents(session))
        expect(tallyAddsUp(records), `the tally of ${id}`).toBe(true);
    expect(filesOf(home.path)).toEqual(before);
  } finally {
    home.remove();
  }
});
