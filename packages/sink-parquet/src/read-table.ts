import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import type { Row } from "./tables/column.js";

// A text may begin with the mark that decoders take for one of the byte order.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const textOf = (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes);

/** Values as they are written: a time is a number of milliseconds, JSON its text. */
const parsers = {
  timestampFromMilliseconds: (milliseconds: bigint) => milliseconds,
  jsonFromBytes: textOf,
  stringFromBytes: textOf,
};

/** The number of rows of a file. */
export async function rowCount(path: string): Promise<number> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
  return Number(metadata.num_rows);
}

/**
 * The rows of a file in their order, one group in memory at a time; with `columns`, only these. Throws for a
 * file that is no table, or is damaged.
 */
export async function* readTable(path: string, columns?: string[]): AsyncGenerator<Row> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const range = { file, metadata, rowStart, rowEnd, parsers, ...(columns && { columns }) };
    yield* (await parquetReadObjects(range)) as Row[];
    rowStart = rowEnd;
  }
}
