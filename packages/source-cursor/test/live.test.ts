import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Session, sessions } from "@chatexport/core";
import { afterEach, expect, test } from "vitest";
import { filesOf } from "../../../tests/fixtures/read-fixture.js";
import { insert, startWriter, type Writer } from "../../sqlite/test/support/databases.js";
import cursor from "../src/index.js";

/* An export while Cursor runs, as a user sees it. */

const folder = mkdtempSync(join(tmpdir(), "chatexport-live-"));
const database = join(folder, "User/globalStorage/state.vscdb");
let writer: Writer | undefined;

afterEach(async () => {
  await writer?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the newest committed state of a database that another process writes to is exported", async () => {
  writer = await startWriter(database);
  await writer.run(
    "PRAGMA journal_mode = wal",
    "PRAGMA wal_autocheckpoint = 0",
    "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
    ...composer("a", ["a1"]),
    ...composer("b", ["b1"]),
  );
  const source = cursor({ roots: [join(folder, "User")] });
  const before = filesOf(folder);
  const first = await readAll(source);
  expect(first.texts).toEqual({ a: ["text of a1"], b: ["text of b1"] });
  // Neither the database nor what lies beside it; Cursor itself did nothing meanwhile.
  expect(filesOf(folder)).toEqual(before);

  // An answer is committed, another one is not yet.
  await writer.run(...composer("a", ["a1", "a2"]), "BEGIN", ...composer("b", ["b1", "b2"]));
  const second = await readAll(source);
  expect(second.texts).toEqual({ a: ["text of a1", "text of a2"], b: ["text of b1"] });
  expect(second.revisions.a).not.toBe(first.revisions.a);
  expect(second.revisions.b).toBe(first.revisions.b);
  await writer.run("COMMIT");
  expect((await readAll(source)).texts.b).toEqual(["text of b1", "text of b2"]);
  await source.close?.();
});

async function readAll(source: ReturnType<typeof cursor>) {
  const texts: Record<string, string[]> = {};
  const revisions: Record<string, string> = {};
  for await (const { ref, session } of sessions([source])) {
    texts[ref.id] = textsOf(session);
    revisions[ref.id] = ref.revision;
  }
  return { texts, revisions };
}

function textsOf({ messages }: Session): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
}

function composer(id: string, bubbles: readonly string[]): string[] {
  const headers = bubbles.map((bubbleId) => ({ bubbleId, type: 1 }));
  const rows: [string, object][] = [
    [`composerData:${id}`, { composerId: id, fullConversationHeadersOnly: headers }],
    ...bubbles.map((bubbleId): [string, object] => [
      `bubbleId:${id}:${bubbleId}`,
      { bubbleId, type: 1, text: `text of ${bubbleId}` },
    ]),
  ];
  return rows.map(([key, value]) => insert("cursorDiskKV", [key, JSON.stringify(value)]));
}
