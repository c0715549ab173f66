import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import copilot from "@chatexport/source-copilot";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."kind value requests response message text parts result metadata toolCallRounds".split(" "),
  ..."toolCalls toolCallResults id name arguments content variableData variables uri range".split(
    " ",
  ),
  ..."toolInvocationSerialized toolId toolCallId toolSpecificData resultDetails output".split(" "),
  ..."thinking textEditGroup edits codeblockUri inlineReference questionCarousel questions".split(
    " ",
  ),
  ..."subagent terminal todoList subAgentInvocationId shouldBeRemovedOnSend isConfirmed".split(" "),
  ..."errorDetails contentReferences codeCitations fsPath scheme external node children".split(" "),
  "file:///a%20b",
  "\n```\n",
  "[](file:///a/b.ts)",
];

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const chats = join(folder, "workspaceStorage", "w", "chatSessions");
mkdirSync(chats, { recursive: true });

/** Chats, and changes of them, made of values that nobody wrote: each record is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const values = Array.from({ length: Math.ceil(bytes.length / 40) }, (_, at) =>
    valueFrom(bytes.subarray(at * 40, at * 40 + 40), words),
  );
  const requests = values.map((value, at) => ({
    requestId: `r${at % 5}`,
    message: at % 2 ? value : "hi",
    response: [value, { kind: "toolInvocationSerialized", toolSpecificData: value }],
    result: { metadata: { toolCallRounds: [{ toolCalls: [value] }], toolCallResults: value } },
    variableData: { variables: [value] },
  }));
  const v = { version: 3, sessionId: "c1", creationDate: 1_772_442_000_000, requests };
  const lines = [JSON.stringify({ kind: 0, v })];
  for (const [at, value] of values.entries()) {
    lines.push(JSON.stringify(value));
    const [one, other] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
    const k = [["requests"], ["requests", one % 9], ["requests", one % 9, "response"]][other % 3];
    lines.push(JSON.stringify({ kind: one % 4, k, v: other % 2 ? value : [value], i: other % 5 }));
  }
  lines.push(Buffer.from(bytes).toString());
  writeFileSync(join(chats, "c1.jsonl"), lines.join("\n"));
  writeFileSync(join(chats, "c2.json"), JSON.stringify({ ...v, sessionId: "c2" }));
  await readAll(copilot({ roots: [folder] }));
}
