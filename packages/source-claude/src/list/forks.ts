import { type Context, compareStrings } from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import type { ScannedTranscript } from "../head/scan-head.js";
import { isUuid } from "../records/records.js";
import { lastOrigin } from "./same-records.js";

/**
 * True when the tool wrote a transcript as a session of its own. Since 2.0 resuming appends, so that two of
 * them with the same records are forks, and the tool lists both.
 */
export function isSession({ file, scan }: ScannedTranscript): boolean {
  const major = Number.parseInt(scan.version ?? "", 10);
  return isUuid(file.id) && scan.lastSessionId === file.id && major >= 2;
}

/** True when two transcripts are sessions of which one can be a fork of the other. */
export function areForks(a: ScannedTranscript, b: ScannedTranscript): boolean {
  const names = (fork: ScannedTranscript, origin: ScannedTranscript) =>
    fork.scan.forkedFrom === origin.file.id;
  return a.file.id !== b.file.id && (names(a, b) || names(b, a) || (isSession(a) && isSession(b)));
}

/**
 * Transcripts with the session that each was forked from, also where only what the model said in
 * the origin names it. That may be far behind the first turn, so those that share one are searched.
 */
export async function withOrigins(
  seen: readonly ScannedTranscript[],
  context: Context,
): Promise<ScannedTranscript[]> {
  const starts = new Map<string, number>();
  for (const { scan } of seen)
    if (scan.start !== undefined) starts.set(scan.start, (starts.get(scan.start) ?? 0) + 1);
  const named: ScannedTranscript[] = [];
  for (const each of seen) {
    const { file, scan } = each;
    const isShared = (starts.get(scan.start ?? "") ?? 0) > 1 && isSession(each);
    const isMarked = scan.forkedFrom === undefined && (scan.hasForeignResponses || isShared);
    const forkedFrom = isMarked ? await originOf(each, context) : undefined;
    named.push(forkedFrom === undefined ? each : { file, scan: { ...scan, forkedFrom } });
  }
  return named;
}

async function originOf({ file }: ScannedTranscript, context: Context) {
  return lastOrigin(file, context).catch(() => {
    context.signal.throwIfAborted();
    // Loading tells what is wrong with it.
    return undefined;
  });
}

/** Says which of two transcripts comes first, as sorting asks for it. */
export type Order = (a: ScannedTranscript, b: ScannedTranscript) => number;

/**
 * The oldest first, by the time at which a transcript was begun. That of a fork can be the time of its first
 * copy: then it comes after the session that it names as its origin, however long that went on. Otherwise
 * the time of the last record decides.
 */
export function byAge(seen: readonly ScannedTranscript[]): Order {
  const origins = new Map<string, string | undefined>();
  for (const each of seen) if (!origins.has(each.file.id)) origins.set(each.file.id, namedBy(each));
  const depths = new Map<ScannedTranscript, number>();
  const depthOf = (each: ScannedTranscript) => getOrAdd(depths, each, () => depth(each, origins));
  return (a, b) =>
    compareStrings(a.scan.begunAt ?? "", b.scan.begunAt ?? "") ||
    depthOf(a) - depthOf(b) ||
    compareStrings(a.scan.head.updatedAt ?? "", b.scan.head.updatedAt ?? "") ||
    compareStrings(a.file.path, b.file.path);
}

/** The number of sessions that a transcript came out of, one after the other. */
function depth(each: ScannedTranscript, origins: ReadonlyMap<string, string | undefined>): number {
  const above = new Set<string>();
  for (let id = namedBy(each); id !== undefined && !above.has(id); id = origins.get(id))
    above.add(id);
  return above.size;
}

/** The other session that a transcript says it comes out of. */
export function namedBy({ file, scan }: ScannedTranscript): string | undefined {
  return [scan.forkedFrom, scan.sessionId].find((id) => id !== undefined && id !== file.id);
}
