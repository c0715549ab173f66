import { present, type Session, type Tally } from "@chatexport/core";
import { type ArchivedSession, type ArchivedSubagent, subagentsOf } from "./archived-session.js";
import { type Extent, extentOf, goesOn, lossIn } from "./extent.js";

/** The figures that an archive keeps of a session as it was read, before anything is hidden or masked. */
export interface Figures {
  extent: Extent;
  /** Parts that the store has lost since the archive last saw it, in words. */
  loss?: string;
  /** Something was said in it since then. */
  goesOn: boolean;
  records: Tally;
  subagents: ArchivedSubagent[];
  /** The place where it was read. */
  path?: string;
}

/**
 * Makes what notes the figures of a session, for the task to which it belongs: `note` of `loadSessions`, so that
 * the session as it was read can go.
 */
export function figuresOf({
  archived,
}: {
  archived?: ArchivedSession;
}): (session: Session) => Figures {
  return (session) =>
    present<Figures>({
      extent: extentOf(session),
      loss: archived && lossIn(session, archived.extent),
      goesOn: archived !== undefined && goesOn(session, archived.extent),
      records: session.records,
      subagents: subagentsOf(session),
      path: session.origin.path,
    });
}
