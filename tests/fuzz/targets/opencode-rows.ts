import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wordsOf } from "@chatexport/core/read";
import opencode from "@chatexport/source-opencode";
import { createDatabase, insert } from "../../../packages/sqlite/test/support/databases.js";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."role user assistant time created completed parentID modelID tokens input output cache".split(
    " ",
  ),
  ..."read write total reasoning cost error name data message summary diffs file patch".split(" "),
  ..."type text tool state status metadata title running error step-finish compaction auto".split(
    " ",
  ),
  ..."retry subtask prompt agent url source path display outputPath sessionId todos".split(" "),
  ..."bash edit apply_patch question questions options answers filediff files info part".split(" "),
  ..."messageID partID id m1 m2 p1 message.updated.1 message.removed.1".split(" "),
  ..."content structured outputPaths exit uri mention snapshot retry status summary native".split(
    " ",
  ),
  "@@ -1,1 +1,1 @@\n-a\n+b\n",
  "data:image/png;base64,AAAA",
  "file:///a%20b?start=1&end=2",
];

const secondTypes =
  "user assistant synthetic system skill shell compaction agent-switched model-switched location-switched".split(
    " ",
  );

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "opencode.db");
const tables = wordsOf(
  "session session_v2 session_input session_inbox session_message todo message part event",
);

createDatabase(path, [
  "CREATE TABLE session (id, parent_id, title, directory, time_created, time_updated, revert)",
  "CREATE TABLE session_v2 (id, parent_id, fork_session_id, fork_boundary, title, directory, model, revert, time_created)",
  "CREATE TABLE session_input (id, session_id, prompt, delivery, admitted_seq, promoted_seq, time_created)",
  "CREATE TABLE session_inbox (id, session_id, type, payload, delivery, enqueued_seq, time_created)",
  "CREATE TABLE todo (session_id, content, status, priority, position)",
  "CREATE TABLE message (id, session_id, time_created, time_updated, data)",
  "CREATE TABLE part (id, message_id, session_id, time_created, time_updated, data)",
  "CREATE TABLE session_message (id, session_id, type, seq, time_created, time_updated, data)",
  "CREATE TABLE event (id, aggregate_id, seq, type, data)",
]);

/** Rows made of values that nobody wrote: each record is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const rows: string[] = [];
  const value = (at: number) => valueFrom(bytes.subarray(at, at + 40), words);
  const revert = JSON.stringify(value(0));
  rows.push(
    insert("session", ["s1", null, "Fuzz", "/a", 1_777_000_000_000, null, revert]),
    insert("session_v2", ["s3", "s1", "s2", revert, "Fuzz", "/a", revert, revert, 3]),
    insert("session", ["s2", "s1", Buffer.from(bytes).toString("latin1"), null, 2, null, null]),
  );
  for (let at = 0, number = 1; at < bytes.length; at += 40, number++) {
    const data = JSON.stringify(value(at));
    const id = `${number % 3}`;
    const type = secondTypes[number % secondTypes.length] ?? "";
    rows.push(
      insert("session_message", [
        `s${number}`,
        `s${(number % 2) + 1}`,
        type,
        number,
        at,
        at,
        type === "assistant"
          ? `{"content":[{"type":"tool","id":"c","name":"read","state":${data}},${data}]}`
          : data,
      ]),
      insert("session_message", [`v${number}`, "s3", type, number, at, at, data]),
      insert("session_input", [`i${number}`, "s1", data, "queue", at, number % 2 ? null : at, at]),
      insert("session_inbox", [`j${number}`, "s3", type, data, "queue", at, at]),
      insert("todo", ["s3", data, type, null, number]),
      insert("message", [`m${id}`, "s1", at, at, data]),
      insert("message", [
        `n${id}`,
        "s2",
        at,
        at,
        `{"role":"${["user", "assistant"][number % 2]}","x":${data}}`,
      ]),
      insert("part", [`p${id}`, `m${number % 2}`, "s1", at, at, data]),
      insert("part", [
        `q${id}`,
        `n${id}`,
        "s2",
        at,
        at,
        `{"type":"tool","tool":"edit","state":${data}}`,
      ]),
      insert("event", [`e${id}`, "s1", at, "message.updated.1", data]),
      insert("event", [`f${id}`, "s1", at, "message.part.updated.1", `{"part":${data}}`]),
      insert("event", [`g${id}`, "s1", at, "message.removed.1", data]),
    );
  }
  createDatabase(path, [
    "PRAGMA synchronous = OFF",
    "BEGIN",
    ...tables.map((table) => `DELETE FROM ${table}`),
    ...rows.filter((row) => !row.includes("\0")),
    "COMMIT",
  ]);
  await readAll(opencode({ roots: [path] }));
}
