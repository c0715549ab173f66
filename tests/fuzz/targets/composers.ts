import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cursor from "@chatexport/source-cursor";
import { createDatabase, insert } from "../../../packages/sqlite/test/support/databases.js";
import { readAll } from "../read-all.js";
import { valueFrom } from "../value-from.js";

const words = [
  ..."type bubbleId text richText context toolFormerData tool name params rawArgs result status".split(
    " ",
  ),
  ..."additionalData capabilities capabilityType codeBlocks suggestedCodeBlocks thinking images".split(
    " ",
  ),
  ..."fileSelections selections uri fsPath path external range modelInfo tokenCount createdAt".split(
    " ",
  ),
  ..."conversation fullConversationHeadersOnly latestConversationSummary summary subagentInfo".split(
    " ",
  ),
  ..."todos content usageData edit_file read_file_v2 run_terminal_cmd completed conversationState".split(
    " ",
  ),
  ..."tabs bubbles tabId allComposers composerId lastUpdatedAt diff chunks relevantFiles".split(
    " ",
  ),
  '{"a":[{"b":1}]}',
  "file:///a%20b",
  "~CgA=",
];

const folder = mkdtempSync(join(tmpdir(), "chatexport-fuzz-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "User", "globalStorage", "state.vscdb");
mkdirSync(join(folder, "User", "workspaceStorage"), { recursive: true });
createDatabase(
  path,
  ["ItemTable", "cursorDiskKV"].map(
    (table) => `CREATE TABLE ${table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`,
  ),
);

const idOf = (number: number) => `c0000000-0000-4000-8000-00000000000${number % 10}`;

/** Composers, bubbles and tabs of Cursor's editor made of values that nobody wrote: each record is counted. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const values = Array.from({ length: Math.ceil(bytes.length / 40) }, (_, at) =>
    valueFrom(bytes.subarray(at * 40, at * 40 + 40), words),
  );
  const [one, other] = [idOf(1), idOf(2)];
  const headers = values.map((_, at) => ({ bubbleId: `b${at}`, type: (at % 2) + 1 }));
  const rows: [table: string, key: string, value: unknown][] = [
    [
      "cursorDiskKV",
      `composerData:${one}`,
      { composerId: one, _v: 13, createdAt: 1, fullConversationHeadersOnly: headers },
    ],
    ["cursorDiskKV", `composerData:${other}`, { composerId: other, conversation: values }],
    ["ItemTable", "workbench.panel.aichat.view.aichat.chatdata", { tabs: values }],
    ["ItemTable", "composer.composerData", { allComposers: values }],
    ["ItemTable", "composer.composerHeaders", { allComposers: values }],
    ["ItemTable", "composer.planRegistry", values],
  ];
  for (const [at, value] of values.entries()) {
    const tool = { tool: at * 3, name: at % 2 ? "edit_file" : "", params: JSON.stringify(value) };
    const bubble = { type: (at % 2) + 1, text: "x", toolFormerData: { ...tool, result: value } };
    const key = `bubbleId:${one}:b${at}`;
    rows.push(
      [
        "cursorDiskKV",
        key,
        at % 3 === 0 ? value : { ...bubble, ...(at % 3 === 1 && { context: value }) },
      ],
      ["cursorDiskKV", `messageRequestContext:${one}:b${at}`, value],
      ["cursorDiskKV", `codeBlockDiff:${one}:b${at}`, value],
      ["cursorDiskKV", `composerData:${idOf(3 + at)}`, value],
      ["cursorDiskKV", `agentKv:blob:${at}`, value],
    );
  }
  createDatabase(path, [
    "PRAGMA synchronous = OFF",
    "BEGIN",
    ...["ItemTable", "cursorDiskKV"].map((table) => `DELETE FROM ${table}`),
    ...rows.map(([table, key, value]) => insert(table, [key, JSON.stringify(value)])),
    "COMMIT",
  ]);
  await readAll(cursor({ roots: [join(folder, "User")] }), {
    expected: new Set(["malformed-row"]),
  });
}
