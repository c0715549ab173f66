import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import codex from "@chatexport/source-codex";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."type payload timestamp ordinal id role content text user assistant developer call_id".split(
    " ",
  ),
  ..."response_item event_msg turn_context compacted item_completed item output arguments".split(
    " ",
  ),
  ..."function_call function_call_output custom_tool_call message reasoning summary".split(" "),
  ..."token_count info total_token_usage thread_rolled_back num_turns user_message".split(" "),
  ..."CommandExecution FileChange changes unified_diff history_base thread_id".split(" "),
  "*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n",
];

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "rollout-2026-03-02T09-00-00-c1.jsonl");

/** Rollouts made of records that nobody wrote: each record is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const lines = [JSON.stringify({ type: "session_meta", payload: { id: "c1" } })];
  for (let at = 0; at < bytes.length; at += 40) {
    const payload = valueFrom(bytes.subarray(at, at + 40), words);
    lines.push(JSON.stringify(payload));
    for (const type of ["response_item", "event_msg"])
      lines.push(JSON.stringify({ type, payload }));
    const item = { type: "item_completed", item: payload };
    lines.push(JSON.stringify({ type: "event_msg", payload: item }));
  }
  writeFileSync(path, [...lines, Buffer.from(bytes).toString()].join("\n"));
  await readAll(codex({ roots: [path] }));
}
