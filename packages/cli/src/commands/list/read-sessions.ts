import { existsSync } from "node:fs";
import type { ListedSession, SessionRef } from "@chatexport/core";
import { maskedRefs } from "../../host/content/redaction.js";
import type { Run } from "../../host/run.js";
import { indexPlace } from "../../host/text-search/index-place.js";
import type { OptionsOf } from "../../options/option-table.js";
import type { ReadSession } from "../../terminal/session-table.js";

/** Sessions as they may be shown, with what a search has found in those that have not changed since. */
export async function readSessions(
  sessions: readonly ListedSession[],
  options: OptionsOf<"list">,
  run: Run,
): Promise<ReadSession[]> {
  const refs: SessionRef[] = await maskedRefs(
    sessions.map(({ ref }) => ref),
    run.redaction,
  );
  const place = indexPlace(options, run);
  // Most users pay for no SQLite here.
  if (!place || !existsSync(place.folder)) return refs;
  const { keptFacts } = await import("@chatexport/search-index");
  const kept = await keptFacts(place, sessions);
  return refs.map((ref, at) => {
    const facts = kept.get(sessions[at] as ListedSession);
    return facts ? { ...ref, promptCount: facts.promptCount, marks: facts.marks } : ref;
  });
}
