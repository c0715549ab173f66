import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceChecks } from "@chatexport/testkit";
import { afterAll, test } from "vitest";
import { createDatabase } from "../../sqlite/test/support/databases.js";
import cursor from "../src/index.js";
import { buildStore } from "./support/build-store.js";
import { changeRecords } from "./support/change-records.js";
import { dropped, keptValues } from "./support/kept-values.js";
import { recordsOf } from "./support/records.js";

const example = fileURLToPath(new URL("../../../examples/home/", import.meta.url));
const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

const editor = ".config/Cursor/User/globalStorage/state.vscdb";
const transcripts = ".cursor/projects/home-mira-shop/agent-transcripts";

const emptyComposer = "2d1cc7e0-cd60-478b-a098-45444d3ad98c";

const home = builtHome();
afterAll(() => rmSync(home, { recursive: true }));

/** The editor of two systems, the command line and transcripts, in a temporary folder. */
function builtHome(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-cursor-"));
  const copy = (from: string, to: string) => cpSync(from, join(folder, to), { recursive: true });
  for (const name of [".config/Cursor", ".cursor"]) copy(join(example, name), name);
  const subagents = buildStore(join(fixtures, "subagents/store"));
  copy(join(subagents.path, "User"), "Library/Application Support/Cursor/User");
  subagents.remove();
  copy(join(fixtures, "transcripts/store", transcripts), transcripts);
  return folder;
}

const checks = sourceChecks({
  create: (options) => cursor({ ...options }),
  async makeHome(folder) {
    cpSync(home, folder, { recursive: true });
    return folder;
  },
  records: recordsOf(home),
  // One composer is an empty input box, which is not listed.
  recordsIn: (store) => keptValues(store).filter(({ composerId }) => composerId !== emptyComposer),
  changeRecords,
  dropped,
  async enlarge(store, bytes) {
    createDatabase(join(store, editor), [
      "PRAGMA journal_mode = delete",
      // As Cursor writes: the column is UNIQUE ON CONFLICT REPLACE.
      `INSERT INTO cursorDiskKV
       SELECT key, json_set(value, '$.text', '${"word ".repeat(bytes / 4)}') FROM cursorDiskKV
       WHERE key LIKE 'bubbleId:a54f469d%:6f9d8022%'`,
    ]);
  },
  async damage(store) {
    createDatabase(join(store, editor), [
      "PRAGMA journal_mode = delete",
      "UPDATE cursorDiskKV SET value = substr(value, 1, 200) WHERE key LIKE 'bubbleId:e0ab3bf2%:58119b8b%'",
      "UPDATE cursorDiskKV SET value = x'fffe00' WHERE key LIKE 'bubbleId:e0ab3bf2%:c0c42473%'",
      "UPDATE cursorDiskKV SET value = NULL WHERE key LIKE 'composerData:84545e47%'",
      "UPDATE cursorDiskKV SET value = 7 WHERE key LIKE 'bubbleId:7b142074%:f05f5bb9%'",
    ]);
    const name = join(store, transcripts, "f0000000-0000-4000-8000-000000000003.jsonl");
    appendFileSync(name, '{"role":"user","mess');
    return ["b5376966-2065-4e09-adfa-b95e09c4d830", "f0000000-0000-4000-8000-000000000001"];
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
