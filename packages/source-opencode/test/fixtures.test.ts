import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Diagnostic,
  type Session,
  type SessionRef,
  sessions,
  tallyAddsUp,
  withSubagents,
} from "@chatexport/core";
import { beforeAll, describe, expect, test } from "vitest";
import opencode from "../src/index.js";
import { buildStore, filesOf } from "./support/build-store.js";

const folder = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * Each folder of fixtures/ holds a store as it lies on disk and what is read from it; databases are built from
 * NAME.rows.json (scripts/opencode-store.mjs). After a change on purpose `npx vitest run
 * packages/source-opencode -u` writes what is expected anew; read the diff.
 */
for (const name of readdirSync(folder).sort())
  describe(name, () => {
    let fixture: Awaited<ReturnType<typeof readFixture>>;
    beforeAll(async () => {
      fixture = await readFixture(name);
    });

    test("is read as expected", async () => {
      await expect(fixture.read).toMatchFileSnapshot(join(folder, name, "sessions.json"));
      await expect(fixture.diagnostics).toMatchFileSnapshot(join(folder, name, "diagnostics.json"));
    });

    test("is accounted for, record by record", () => {
      for (const { session } of fixture.found)
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

async function readFixture(name: string) {
  const { path, remove } = buildStore(join(folder, name, "store"));
  try {
    const before = filesOf(path);
    const diagnostics: Diagnostic[] = [];
    const found: { listed: unknown; session: Session }[] = [];
    const report = ({ cause: _, ...diagnostic }: Diagnostic) => diagnostics.push(diagnostic);
    const source = opencode({ home: path });
    for await (const { ref, session } of sessions([source], { report }))
      found.push({ listed: told(ref), session });
    await source.close?.();
    const after = filesOf(path);
    return {
      read: portable(found, path),
      diagnostics: portable(diagnostics, path),
      found,
      before,
      after,
    };
  } finally {
    remove();
  }
}

/** The revision holds times of files, which differ from build to build. */
function told({ revision: _, locator: __, ...listed }: SessionRef): object {
  return listed;
}

function portable(value: unknown, store: string): string {
  const path = JSON.stringify(store).slice(1, -1);
  return `${JSON.stringify(value, null, 2).replaceAll(path, "<store>")}\n`;
}
