import type { SessionRef } from "@chatexport/core";
import type { Locator } from "../../head/locator.js";
import { transcriptId } from "../../locate/file-kinds.js";
import type { HistoryRow } from "./history-rows.js";

/**
 * A session that was found. One that has a transcript owns its rows of the history; those of which
 * only prompts are left may be among them and make no difference.
 */
export type KnownSession = Pick<SessionRef, "id" | "cwd" | "startedAt" | "updatedAt" | "parent"> & {
  locator?: unknown;
};

/** The tool notes a prompt when it is sent, and its record in the transcript when hooks are done. */
const longestDelayMs = 60_000;

/** Tells whether a row of the history stands in a transcript as well. */
export function transcriptTest(known: readonly KnownSession[]): (row: HistoryRow) => boolean {
  const ids = new Set<string>();
  const spans = new Map<string, { start: number; end: number }[]>();
  for (const session of known) {
    // Only this source makes its locators.
    const locator = session.locator as Locator | undefined;
    if (locator?.format === "claude/history") continue;
    ids.add(session.id);
    if (locator?.format === "claude/jsonl")
      for (const path of [locator.path, ...(locator.copies ?? [])]) ids.add(transcriptId(path));
    const { cwd, startedAt, updatedAt, parent } = session;
    // Nobody types into a sub-agent.
    if (!cwd || !startedAt || !updatedAt || parent?.relation === "subagent") continue;
    const span = { start: Date.parse(startedAt) - longestDelayMs, end: Date.parse(updatedAt) };
    const ofFolder = spans.get(cwd);
    if (ofFolder) ofFolder.push(span);
    else spans.set(cwd, [span]);
  }
  return ({ sessionId, project, time }) => {
    if (sessionId !== undefined) return ids.has(sessionId);
    if (project === undefined || time === undefined) return false;
    const at = Date.parse(time);
    return (spans.get(project) ?? []).some(({ start, end }) => start <= at && at <= end);
  };
}
