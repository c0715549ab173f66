import { allMessages, type Parent, type Session, type Usage } from "@chatexport/core";
import { shownTitle } from "@chatexport/core/read";
import { sessionName, text } from "./builders.js";
import type { Words } from "./nodes.js";
import { isLegible, oneLine } from "./text.js";

/** The title of a session in one line; one without a title is named by its id. */
export function titleOf({ title = "", id }: { title?: string; id: string }): string {
  return shownTitle(oneLine(isLegible(title) ? title : `Session ${id}`, Number.POSITIVE_INFINITY));
}

/** The tokens of a session: what its store says of them, or else what all its answers took. */
export function usageOf(session: Session): Usage {
  const { usage = {} } = session;
  // Some stores know the cost alone.
  return (usage.inputTokens ?? usage.outputTokens) === undefined ? sumOf(session) : usage;
}

/** The tokens of all answers; those that were copied belong to another session. */
function sumOf(session: Session): Usage {
  const sum: Usage = {};
  for (const { usage, copiedFrom } of allMessages(session)) {
    if (!usage || copiedFrom) continue;
    for (const key of ["inputTokens", "outputTokens"] as const)
      if (usage[key] !== undefined) sum[key] = (sum[key] ?? 0) + usage[key];
  }
  return sum;
}

const relations: Readonly<Record<Parent["relation"], string>> = {
  continuation: "Continues",
  fork: "Forked from",
  subagent: "Started by",
};

/** Which session another one came out of, and how. */
export function parentOf({ relation, sessionId }: Parent): Words {
  const lead = relations[relation];
  if (sessionId === undefined) return [text(`${lead} another session`)];
  return [text(`${lead} session `), sessionName(sessionId)];
}
