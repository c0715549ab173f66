import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."type uuid parentUuid sessionId timestamp message role content text user assistant system".split(
    " ",
  ),
  ..."tool_use tool_result tool_use_id id name input is_error thinking summary attachment".split(
    " ",
  ),
  ..."toolUseResult isMeta isSidechain isCompactSummary subtype Task TodoWrite Edit Bash".split(
    " ",
  ),
  ..."u1 u2 a1 2026-05-01T10:00:00Z <system-reminder> <command-name>/x</command-name>".split(" "),
];
const marks = ["user:\n", "assistant:\n", "[Tool call] X\n", "[Tool result] X\n", "[Thinking]\n"];

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);

/** Transcripts of both tools, made of records that nobody wrote and of text: each record is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const records = [...chunksOf(bytes)].map((chunk) => JSON.stringify(valueFrom(chunk, words)));
  const lines = [prompt, ...records, Buffer.from(bytes).toString()].join("\n");
  const text = [...chunksOf(bytes)].map(
    (chunk) => `${marks[(chunk[0] ?? 0) % marks.length]}${chunk}`,
  );
  writeFileSync(path("7a1c2f3e-0b4d-4c5e-8f6a-000000000001.jsonl"), lines);
  writeFileSync(path("a.txt"), text.join("\n"));
  await readAll(claude({ roots: [path("7a1c2f3e-0b4d-4c5e-8f6a-000000000001.jsonl")] }));
  for (const name of ["7a1c2f3e-0b4d-4c5e-8f6a-000000000001.jsonl", "a.txt"])
    await readAll(cursor({ roots: [path(name)] }));
}

const prompt = JSON.stringify({
  type: "user",
  uuid: "u1",
  parentUuid: null,
  message: { role: "user", content: "Hello" },
});

function* chunksOf(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 40) yield Buffer.from(bytes.subarray(at, at + 40));
}
