import { createHash } from "node:crypto";
import { createReadStream, writeSync } from "node:fs";

/** Writes all of the bytes to an open file. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  // At once: a batch is written faster than a thread that would write it is woken.
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** The SHA-256 of a file in hexadecimal. */
export async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
}
