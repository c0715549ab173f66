import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chatexport } from "../../packages/cli/test/in-process.js";

const page = readFileSync(
  fileURLToPath(new URL("../../docs/at-scale.md", import.meta.url)),
  "utf8",
);

const machines = 1000;
/** The last machines have a copy of the first one's home. */
const copies = 10;
const own = machines - copies;

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chatexport-machines-"));
  for (let machine = 0; machine < machines; machine++) {
    const archive = join(folder, "archives", `machine-${machine}`, "claude/shop");
    mkdirSync(archive, { recursive: true });
    const lines = linesOf(machine < own ? machine : 0);
    writeFileSync(join(archive, "talk.jsonl"), `${lines.map(toJson).join("\n")}\n`);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const toJson = (line: object) => JSON.stringify(line);

const idOf = (number: number) => `session-${String(number).padStart(4, "0")}`;

/** A session, of which the answer took as many tokens as its number; each tenth goes on from the one before. */
function linesOf(number: number): object[] {
  const startedAt = `2026-0${1 + (number % 9)}-10T10:00:00.000Z`;
  const answer = (id: string, tokens: number, fields: object = {}) => ({
    type: "message",
    message: {
      ...{ id, role: "assistant", model: "mock-1", createdAt: startedAt },
      ...{ parts: [{ type: "text", text: "Yes." }], usage: { inputTokens: tokens }, ...fields },
    },
  });
  const copiedFrom = { sessionId: idOf(number - 1), messageId: "a" };
  const copied = number % 10 === 9 ? [answer("copy", number - 1, { copiedFrom })] : [];
  const session = {
    ...{ schemaVersion: 1, id: idOf(number), source: "claude", format: "claude/jsonl", startedAt },
    ...{ records: { read: 1, kept: 1 }, origin: {} },
  };
  return [
    { type: "session", schemaVersion: 1, session },
    ...copied,
    answer("a", number),
    { type: "end", messages: 1 + copied.length },
  ];
}

/** The answer of DuckDB where `usage` is a view of such files. */
async function sums(files: string, question: string): Promise<Record<string, unknown>[]> {
  // There are systems without it, on which all other tests still run.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`CREATE VIEW usage AS FROM '${join(folder, files)}'`);
  const rows = (await connection.runAndReadAll(question)).getRowObjectsJson();
  connection.closeSync();
  return rows;
}

const expected = (own * (own - 1)) / 2;

function toTables(out: string, ...words: string[]) {
  return chatexport(
    folder,
    ...["--from", "jsonl", "--root", "archives", "--to", "parquet", "--out", out, ...words],
  );
}

test("a thousand archives become one set of tables, in which each token counts once", async () => {
  const { stderr } = await toTables("tables");
  expect(stderr).toContain(`Exported ${own} sessions to tables`);
  const question = "SELECT sum(input_tokens)::INT AS input FROM usage";
  expect(await sums("tables/usage/*/*/*.parquet", question)).toEqual([{ input: expected }]);
  expect((await toTables("tables")).stderr).toContain(`Up to date: ${own} sessions in tables.`);
});

test("tables of parts of the sessions together have each token once, by its key", async () => {
  for (const part of [1, 2, 3])
    expect((await toTables(`parts/${part}`, "--shard", `${part}/3`)).exitCode).toBe(0);
  const [, question = ""] = /```sql\n(SELECT source, sum.*?)```/s.exec(page) ?? [];
  const rows = await sums("parts/*/usage/*/*/*.parquet", question);
  expect(rows.map(({ input }) => Number(input))).toEqual([expected]);
});
