import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cursor from "@chatexport/source-cursor";
import { createDatabase, insert } from "../../../packages/sqlite/test/support/databases.js";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."id role content system user assistant tool type text reasoning redacted-reasoning data".split(
    " ",
  ),
  ..."tool-call tool-result toolCallId toolName args result experimental_content signature".split(
    " ",
  ),
  ..."providerOptions cursor modelName requestId highLevelToolCallResult isError output success".split(
    " ",
  ),
  ..."Shell Write StrReplace Task TodoWrite path contents command image mimeType summary".split(
    " ",
  ),
  "<user_query>\nx\n</user_query>",
  "<user_info>\nWorkspace Path: /a\n</user_info>",
];

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "chats", "w", "d0000000-0000-4000-8000-000000000001", "store.db");
createDatabase(path, [
  "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)",
  "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
]);

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** Chats of Cursor's agent whose blobs are values and bytes that nobody wrote: each record is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const blobs: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 40) {
    const part = bytes.subarray(at, at + 40);
    const value = valueFrom(part, words);
    const role = ["user", "assistant", "tool"][at % 3];
    blobs.push(Buffer.from(JSON.stringify({ role, content: [value] })));
    blobs.push(Buffer.from(JSON.stringify({ role, content: value, providerOptions: value })));
    blobs.push(Buffer.from(JSON.stringify(value)), Buffer.from(part));
  }
  // A state names its messages: field 1, 32 bytes each.
  const state = Buffer.concat(
    blobs.map((blob) => Buffer.concat([Buffer.of(0x0a, 32), hashOf(blob)])),
  );
  const meta = { agentId: "d0000000-0000-4000-8000-000000000001", name: "Fuzz", mode: "default" };
  const latestRootBlobId = hashOf(state).toString("hex");
  const text = JSON.stringify({ ...meta, createdAt: 1, latestRootBlobId });
  createDatabase(path, [
    "PRAGMA synchronous = OFF",
    "BEGIN",
    "DELETE FROM blobs",
    "DELETE FROM meta",
    ...new Set(
      [...blobs, state].map((blob) => insert("blobs", [hashOf(blob).toString("hex"), blob])),
    ),
    insert("meta", ["0", bytes.length % 2 ? text : Buffer.from(text).toString("hex")]),
    "COMMIT",
  ]);
  await readAll(cursor({ roots: [folder] }));
}
