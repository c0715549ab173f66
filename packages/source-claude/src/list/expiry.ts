import type { TranscriptFile } from "../locate/contents.js";
import type { RetentionOf } from "./retention.js";

const dayMilliseconds = 24 * 60 * 60 * 1000;
/** The last year that RFC 3339 can write. */
const latest = Date.parse("9999-12-31T23:59:59Z");

/**
 * When the tool will delete a transcript: so many days after the last change of its file, at the next
 * start. With 0 days versions differ.
 */
export function expiryOf(
  { configFolder, modified }: TranscriptFile,
  retentionOf: RetentionOf,
): string | undefined {
  const days = configFolder === undefined ? undefined : retentionOf(configFolder)?.days;
  if (!days) return undefined;
  const time = modified + days * dayMilliseconds;
  return time > latest ? undefined : new Date(time).toISOString();
}
