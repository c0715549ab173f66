import { shortIds } from "@chatexport/archive/names";
import { type ListedSession, present, type SessionRef } from "@chatexport/core";
import { maskedRefs, type Redaction } from "../redaction.js";
import type { SessionFacts } from "./findings.js";

/** Makes facts of some of the sessions; secrets in them are masked. */
export type FactsOf = (refs: readonly SessionRef[]) => Promise<SessionFacts[]>;

/** Makes facts of sessions; their short ids tell them apart from all that were listed. */
export function sessionFacts(listed: readonly ListedSession[], redaction: Redaction): FactsOf {
  const shortId = shortIds(listed.map(({ ref }) => ref));
  return async (refs) =>
    (await maskedRefs(refs, redaction)).map((ref) => {
      const { id, source, title, startedAt, updatedAt, project } = ref;
      return present({
        id,
        shortId: shortId(ref),
        source,
        title,
        project: project?.name,
        startedAt,
        updatedAt,
      });
    });
}
