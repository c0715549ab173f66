import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defined, tallyAddsUp } from "@chatexport/core";
import { expect, test } from "vitest";
import { asIn, readFixture } from "../../../tests/fixtures/read-fixture.js";
import chatGpt from "../src/index.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * Each folder of fixtures/ holds an export and what is read from it. After a change on purpose
 * `npx vitest run packages/source-chatgpt -u` writes what is expected anew; read the diff.
 */
test.each(readdirSync(fixtures))("the fixture %s is read as expected", async (name) => {
  const folder = join(fixtures, name);
  const home = join(folder, "home");
  const { read, diagnostics, refs, found } = await readFixture(
    chatGpt({ roots: [home] }),
    home,
    "<home>",
  );
  const expected = join(folder, "sessions.json");
  await expect(asIn(expected, read)).toMatchFileSnapshot(expected);
  await expect(diagnostics).toMatchFileSnapshot(join(folder, "diagnostics.json"));
  for (const [index, { title, startedAt, updatedAt }] of refs.entries()) {
    expect(found[index]).toMatchObject(defined({ title, startedAt, updatedAt }));
    expect(found[index] && tallyAddsUp(found[index].records)).toBe(true);
  }
});
