import type { Parent } from "@chatexport/core";
import type { ScannedTranscript } from "../head/scan-head.js";
import type { TranscriptFile } from "../locate/contents.js";
import { isUuid } from "../records/records.js";
import { areForks, isSession } from "./forks.js";

type Rule = (seen: ScannedTranscript) => Parent | undefined;

/**
 * The session that each of the transcripts that are no copies (`kept`) continues or was forked from.
 * The surest witness of all is asked first; whatever they say, no session comes out of itself. By its
 * transcript, `predecessors` has the last one before it with the same beginning.
 */
export function parentsOf(
  seen: readonly ScannedTranscript[],
  kept: readonly ScannedTranscript[],
  listedId: (id: string) => string,
  predecessors: ReadonlyMap<TranscriptFile, ScannedTranscript>,
): Map<TranscriptFile, Parent> {
  // Since 2.1.258 the old transcript names the new one, and nothing points back.
  const announced = new Map<string, string>();
  for (const { file, scan } of [...seen].reverse())
    if (scan.continuedIn) announced.set(scan.continuedIn, file.id);

  const parentOf = (id: string | undefined, relation: Parent["relation"]) =>
    id === undefined ? undefined : { sessionId: listedId(id), relation };
  const starts = new Map(seen.map(({ file, scan }) => [file.id, scan.start]));
  // The name of a file is the session's id, unless it was renamed.
  const named: Rule = (each) => {
    const { sessionId = "", start } = each.scan;
    if (!isUuid(sessionId) || !isUuid(each.file.id)) return undefined;
    // In 2.0.77 the first record of a fork still names the origin.
    const isFork = isSession(each) && start !== undefined && starts.get(sessionId) === start;
    return parentOf(sessionId, isFork ? "fork" : "continuation");
  };
  const rules: Rule[] = [
    ({ scan }) => parentOf(scan.forkedFrom, "fork"),
    named,
    ({ file }) => parentOf(announced.get(file.id), "continuation"),
    (each) => {
      const before = predecessors.get(each.file);
      const relation = before && areForks(each, before) ? "fork" : "continuation";
      return before && { sessionId: before.file.id, relation };
    },
  ];

  const parents = new Map<TranscriptFile, Parent>();
  const above = new Map<string, Set<string>>();
  for (const rule of rules)
    for (const each of kept) {
      const { file } = each;
      const parent = parents.has(file) ? undefined : rule(each);
      if (!parent?.sessionId || leadsTo(parent.sessionId, file.id, above)) continue;
      parents.set(file, parent);
      above.set(file.id, (above.get(file.id) ?? new Set()).add(parent.sessionId));
    }
  return parents;
}

/** Tells under which id the messages of a session are listed: copies are inside another one. */
export function listedIds(
  seen: readonly ScannedTranscript[],
  containers: ReadonlyMap<TranscriptFile, TranscriptFile>,
): (id: string) => string {
  const ids = new Map<string, string>();
  for (const { file } of seen) ids.set(file.id, containers.get(file)?.id ?? file.id);
  // Of several transcripts of one id, some may be copies and others not.
  for (const { file } of seen) if (!containers.has(file)) ids.set(file.id, file.id);
  return (id) => ids.get(id) ?? id;
}

/** True when a session is another one or comes out of it. */
function leadsTo(from: string, to: string, above: ReadonlyMap<string, ReadonlySet<string>>) {
  const ids = new Set([from]);
  // A set hands out what is added to it while it is walked.
  for (const id of ids) {
    if (id === to) return true;
    for (const next of above.get(id) ?? []) ids.add(next);
  }
  return false;
}
