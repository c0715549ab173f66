import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Diagnostic, sessions, tallyAddsUp, withSubagents } from "@chatexport/core";
import { expect, test } from "vitest";
import claude from "../src/index.js";

const folder = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * Each folder of fixtures/ holds a store as it lies on disk (`store`, or `home` for all that lies in a
 * home folder, with options.json for further options) and what is read from it. After a change
 * on purpose `npx vitest run packages/source-claude -u` writes what is expected anew; read the diff.
 */
for (const name of cases())
  test(`reads the fixture ${name}`, async () => {
    const home = join(folder, name, "home");
    const store = existsSync(home) ? home : join(folder, name, "store");
    const place = store === home ? { home } : { roots: [store] };
    const source = claude({ ...place, ...optionsOf(name) });
    const diagnostics: Diagnostic[] = [];
    const read: unknown[] = [];
    const report = ({ cause: _, ...diagnostic }: Diagnostic) => diagnostics.push(diagnostic);
    for await (const { ref, session } of sessions([source], { report })) {
      for (const { id, records } of withSubagents(session))
        expect(tallyAddsUp(records), `the tally of ${id}`).toBe(true);
      // The revision holds times of files, which differ from checkout to checkout.
      const { revision: _, locator: __, ...listed } = ref;
      // So does the time of a session that has none of its own.
      if (session.updatedAt === undefined) delete listed.updatedAt;
      read.push({ listed, session });
    }
    await expect(portable(read, store)).toMatchFileSnapshot(join(folder, name, "sessions.json"));
    await expect(portable(diagnostics, store)).toMatchFileSnapshot(
      join(folder, name, "diagnostics.json"),
    );
  });

function cases(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function optionsOf(name: string): object {
  const path = join(folder, name, "options.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
}

function portable(value: unknown, store: string): string {
  const path = JSON.stringify(store).slice(1, -1);
  return `${JSON.stringify(value, null, 2).replaceAll(path, "<store>")}\n`;
}
