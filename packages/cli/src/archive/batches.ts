import { setImmediate } from "node:timers/promises";

/** What a sink renders. */
export type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

const worthWriting = 256 * 1024;

/** Joins the many small pieces of a document, so that each write is worth its call. */
export async function* inBatches(
  content: Content,
  batchLength = worthWriting,
): AsyncGenerator<string | Uint8Array> {
  let batch = "";
  for await (const piece of content) {
    if (typeof piece === "string") {
      batch += piece;
      if (batch.length < batchLength) continue;
      yield batch;
      batch = "";
    } else {
      if (batch !== "") yield batch;
      batch = "";
      yield bytesIn(piece);
    }
    // Whoever wants to end a document that has no end must be heard.
    await setImmediate();
  }
  if (batch !== "") yield batch;
}

/** A piece that is no text; throws for what a sink must not yield, which each target would write in its own way. */
export function bytesIn(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new TypeError("a piece of it is neither text nor bytes");
}
