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
      yield piece;
    }
  }
  if (batch !== "") yield batch;
}
