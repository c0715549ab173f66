import { writeSync } from "node:fs";

/** Writes all of a text or of bytes to an open file: one call of the system may write only a part. */
export function writeWhole(file: number, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  // Synchronous: to wake a thread takes longer than to write a batch.
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
