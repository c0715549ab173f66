import { closeSync, fsyncSync, openSync } from "node:fs";
import { writeWhole } from "@chatexport/core/host";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { encodingOf, schemaOf } from "./table-schema.js";
import type { Row } from "./tables/column.js";
import { columnsOf, type TableName } from "./tables/index.js";

/** A file of a table while it is written. */
export interface TableFile {
  add(row: Row): void;
  /** Ends the file, which then survives a loss of power. */
  finish(): void;
  /** Ends the work without a file that is whole. */
  abandon(): void;
}

/** From so many characters on, rows are written as a group: a reader holds one, and so does the writer. */
const largestGroup = 4_000_000;
/** In rows: small ones are many before they are large. */
const longestGroup = 100_000;

/** Begins a file that only its owner can read; rows decide alone where its groups end. */
export function openTableFile(path: string, table: TableName): TableFile {
  const file = openSync(path, "wx", 0o600);
  const writer = new ByteWriter();
  const schema = schemaOf(table);
  const parquet = new ParquetWriter({
    writer,
    schema: encodingOf(schema),
    createdBy: "chatexport",
    kvMetadata: [{ key: "chatexport.table", value: table }],
  });
  const names = Object.keys(columnsOf(table));
  let columns = names.map((): Row[string][] => []);
  let weight = 0;
  let isOpen = true;

  function flush(): void {
    const columnData = names.map((name, index) => ({ name, data: columns[index] ?? [] }));
    const rowGroupSize = columns[0]?.length ?? 0;
    if (rowGroupSize > 0) void parquet.write({ columnData, rowGroupSize });
    columns = names.map(() => []);
    weight = 0;
    empty();
  }

  /** Bytes that the library has encoded go to the disk; it keeps only where things are. */
  function empty(): void {
    writeWhole(file, new Uint8Array(writer.buffer, 0, writer.index));
    writer.index = 0;
  }

  function close(): void {
    if (isOpen) closeSync(file);
    isOpen = false;
  }

  return {
    add(row) {
      for (const [index, name] of names.entries()) columns[index]?.push(row[name]);
      for (const name of names) weight += weightOf(row[name]);
      if (weight >= largestGroup || (columns[0]?.length ?? 0) >= longestGroup) flush();
    },
    finish() {
      flush();
      // Readers are told that it is JSON.
      parquet.schema = schema;
      void parquet.finish();
      empty();
      fsyncSync(file);
      close();
    },
    abandon: close,
  };
}

function weightOf(cell: Row[string]): number {
  if (typeof cell === "string" || cell instanceof Uint8Array) return cell.length;
  if (typeof cell !== "object" || cell === null) return 1;
  return Object.values(cell).reduce((sum: number, each) => sum + weightOf(each), 0);
}
