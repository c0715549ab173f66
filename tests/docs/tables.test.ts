import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { columnsOf, type Described, tableNames } from "@chatexport/sink-parquet/tables";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleHome } from "../../packages/cli/test/binary.js";
import { chatexport } from "../../packages/cli/test/in-process.js";

const path = fileURLToPath(new URL("../../docs/tables.md", import.meta.url));
const page = readFileSync(path, "utf8");

let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chatexport-tables-"));
  const words = ["--home", exampleHome, "--to", "parquet", "--out", "tables"];
  expect((await chatexport(folder, ...words)).exitCode).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("DuckDB answers the questions in docs/tables.md", async () => {
  const [views = "", ...questions] = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map(
    ([, sql = ""]) => sql,
  );
  expect(questions).toHaveLength(5);
  // There are systems without it, on which all other tests still run.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(views.replaceAll("'tables/", `'${join(folder, "tables")}/`));
  for (const question of questions) {
    const result = await connection.runAndReadAll(question);
    expect(result.currentRowCount, question).toBeGreaterThan(2);
  }
  connection.closeSync();
});

const types: Readonly<Record<Extract<Described["shape"], string>, string>> = {
  text: "VARCHAR",
  json: "JSON",
  time: "TIMESTAMP",
  count: "BIGINT",
  number: "DOUBLE",
  flag: "BOOLEAN",
  bytes: "BLOB",
};

/** The rows of a column and of its fields. */
function rowsOf(name: string, { shape, meaning }: Described): string[] {
  if (typeof shape === "string") return [`| \`${name}\` | ${types[shape]} | ${meaning} |`];
  const fields = "fields" in shape ? shape.fields : shape.items;
  const type = "fields" in shape ? "STRUCT" : "STRUCT[]";
  return [
    `| \`${name}\` | ${type} | ${meaning} |`,
    ...Object.entries(fields).flatMap(([field, each]) => rowsOf(`${name}.${field}`, each)),
  ];
}

// `npx vitest run tests/docs -u` writes them anew.
test("the columns in docs/tables.md are those of the program", async () => {
  const sections = tableNames.toSorted().map((table) => {
    const rows = Object.entries(columnsOf(table)).flatMap(([name, each]) => rowsOf(name, each));
    return [
      `### ${table}`,
      "",
      "| Column | Type | What it is |",
      "| --- | --- | --- |",
      ...rows,
    ].join("\n");
  });
  const [start = "", end = ""] = page.split(/^### .*?(?=^## What changes)/ms);
  await expect(`${start}${sections.join("\n\n")}\n\n${end}`).toMatchFileSnapshot(path);
});
