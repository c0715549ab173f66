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

/** A column in a list; most are texts. What the fields of a STRUCT mean, the page about the model says. */
function itemOf(name: string, { shape, meaning }: Described): string {
  const fields =
    typeof shape === "string" ? undefined : "fields" in shape ? shape.fields : shape.items;
  if (!fields) return `- \`${name}\`${typeOf(shape)}: ${meaning}`;
  const usage = columnsOf("usage");
  const isUsage = Object.keys(fields).every(
    (field) => usage[field]?.meaning === fields[field]?.meaning,
  );
  const names = Object.entries(fields).map(([field, each]) => `\`${field}\`${typeOf(each.shape)}`);
  const list = isUsage ? "columns of [usage](#usage)" : names.join(", ");
  return `- \`${name}\`${typeOf(shape)}: ${meaning}: ${list}`;
}

/** The type of a column, unless it is text. */
function typeOf(shape: Described["shape"]): string {
  if (typeof shape !== "string") return "fields" in shape ? " STRUCT" : " STRUCT[]";
  return shape === "text" ? "" : ` ${types[shape]}`;
}

/** The rows of each table, by its name. */
const rowsByTable = new Map(
  tableNames
    .toSorted()
    .map((table): [string, string[]] => [
      table,
      Object.entries(columnsOf(table)).map(([name, each]) => itemOf(name, each)),
    ]),
);

function tablesWith(row: string): string[] {
  return [...rowsByTable].filter(([, rows]) => rows.includes(row)).map(([table]) => table);
}

/** A section with the columns that several tables have. */
function sharedSection(): string {
  const rows = new Set([...rowsByTable.values()].flat());
  const shared = [...rows].flatMap((row) => {
    const tables = tablesWith(row);
    if (tables.length < 2) return [];
    return `${row} (${tables.length === rowsByTable.size ? "all" : tables.join(", ")})`;
  });
  return ["### In several tables", "", ...shared].join("\n");
}

// `npx vitest run tests/docs -u` writes them anew.
test("the columns in docs/tables.md are those of the program", async () => {
  const sections = [...rowsByTable].map(([table, rows]) =>
    [`### ${table}`, "", ...rows.filter((row) => tablesWith(row).length === 1)].join("\n"),
  );
  const [start = "", end = ""] = page.split(/^### .*?(?=^## What changes)/ms);
  const all = [sharedSection(), ...sections].join("\n\n");
  await expect(`${start}${all}\n\n${end}`).toMatchFileSnapshot(path);
});
