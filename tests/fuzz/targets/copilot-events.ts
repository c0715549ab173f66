import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import copilot from "@chatexport/source-copilot";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."type data timestamp id parentId agentId content toolCallId toolRequests name arguments".split(
    " ",
  ),
  ..."toolName result success error detailedContent contents text message reasoningText".split(" "),
  ..."attachments assetId transformedContent source usage apiCallId chunkIndex summaryContent".split(
    " ",
  ),
  ..."parentToolCallId agentName bash view edit task sql apply_patch query prompt path".split(" "),
  "INSERT INTO todos (id, title) VALUES ('a', 'b')",
  "\ndiff --git a/a b/a\n@@ -1,1 +1,1 @@\n a\n",
  "<current_datetime>x</current_datetime> y",
  "x\n<shellId: 0 completed with exit code 1>",
];

const types = [
  ..."user.message assistant.message assistant.reasoning tool.execution_start".split(" "),
  ..."tool.execution_complete session.usage_record session.binary_asset subagent.started".split(
    " ",
  ),
  ..."session.compaction_complete permission.completed session.shutdown abort hook.end".split(" "),
];

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const session = join(folder, "session-state", "c1");
mkdirSync(session, { recursive: true });

/** Events and a `workspace.yaml` made of values that nobody wrote: each record is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const lines = [JSON.stringify({ type: "session.start", data: { sessionId: "c1" } })];
  for (let at = 0; at < bytes.length; at += 40) {
    const data = valueFrom(bytes.subarray(at, at + 40), words);
    lines.push(JSON.stringify(data));
    for (const type of types) lines.push(JSON.stringify({ type, data, id: `e${at % 3}` }));
    lines.push(JSON.stringify({ type: "assistant.message", data: { toolRequests: [data] } }));
    lines.push(JSON.stringify({ type: types[at % types.length], data, agentId: `a${at % 2}` }));
  }
  const text = Buffer.from(bytes).toString();
  writeFileSync(join(session, "events.jsonl"), [...lines, text].join("\n"));
  writeFileSync(join(session, "workspace.yaml"), `name: ${text}\ncwd: ${JSON.stringify(text)}`);
  await readAll(copilot({ roots: [folder] }));
}
