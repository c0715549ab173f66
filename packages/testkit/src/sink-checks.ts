import { type Ask, type Check, checksOf, type Skips } from "./shared/check.js";
import * as features from "./sink-checks/features.js";
import * as filesAndPages from "./sink-checks/files-and-pages.js";
import * as growth from "./sink-checks/growth.js";
import type { CheckedSink } from "./sink-checks/host.js";
import * as hostUntouched from "./sink-checks/host-untouched.js";
import * as hostileText from "./sink-checks/hostile-text.js";
import * as indexEntries from "./sink-checks/index-entries.js";
import * as outlines from "./sink-checks/outlines.js";
import * as pieces from "./sink-checks/pieces.js";
import * as sessionsApart from "./sink-checks/sessions-apart.js";
import * as wellFormed from "./sink-checks/well-formed.js";

/** A sink, with what the checks need to know of its documents, and the checks to skip. */
export interface SinkSubject extends CheckedSink {
  /** Checks that do not apply to this sink, each with the reason. */
  skip?: Skips<SinkCheckName>;
}

const checks = {
  "has a name, an extension, a media type and features": wellFormed.isWellFormed,
  "prints nothing, and lets the process go on": hostUntouched.leavesTheProcessAlone,
  // What belongs to a feature is seen by what it changes, so chance would change everything.
  "writes the same twice": sessionsApart.isSameTwice,
  "keeps all that it claims to keep": features.keepsWhatItClaims,
  "claims all that it keeps": features.claimsWhatItKeeps,
  "keeps every word of prompts and answers": features.keepsEveryWord,
  "keeps summaries and the names of calls": features.keepsSummariesAndCalls,
  "keeps notices": features.keepsNotices,
  "renders a session without messages": wellFormed.rendersEmptySessions,
  "takes odd times and numbers": wellFormed.takesOddTimesAndNumbers,
  // Of a blind outline, the next check would be content with everything.
  "has documents whose outlines differ": outlines.hasSeeingOutline,
  "contains hostile text": hostileText.containsHostileText,
  "writes the same at another time and place": sessionsApart.isSameAnywhere,
  "writes a huge session in pieces": pieces.writesInPieces,
  "takes a time that grows as texts do": growth.growsAsTextsDo,
  "does not run ahead of its reader": pieces.doesNotRunAhead,
  "stops when the host aborts": pieces.stopsWhenAborted,
  "leaves sessions as they are": sessionsApart.leavesSessionsAsTheyAre,
  "forgets a session after it": sessionsApart.forgetsSessions,
  "keeps sessions apart that are rendered at the same time": sessionsApart.keepsSessionsApart,
  "holds content that the host cannot put beside it": filesAndPages.holdsContentItself,
  "links to files beside the document": filesAndPages.linksToFiles,
  "writes pages only into a folder, and links to them": filesAndPages.writesPagesIntoFolders,
  "writes nothing on the disk itself": hostUntouched.writesNoFiles,
  "writes the same index each time, of any number of sessions": indexEntries.indexIsSame,
  "links to every document in an index": indexEntries.indexLinksToAll,
  "contains hostile text in an index": hostileText.containsHostileTextInIndex,
} satisfies Readonly<Record<string, Ask<CheckedSink>>>;

/**
 * The name of a check of sinks.
 * @useDeclaredType
 */
export type SinkCheckName = keyof typeof checks;

/** Options change what a document holds. How the sink treats its process, its host and its sessions stays the same. */
const ofVariants: ReadonlySet<SinkCheckName> = new Set<SinkCheckName>([
  "has a name, an extension, a media type and features",
  "keeps all that it claims to keep",
  "claims all that it keeps",
  "keeps every word of prompts and answers",
  "keeps summaries and the names of calls",
  "keeps notices",
  "renders a session without messages",
  "takes odd times and numbers",
  "contains hostile text",
  "stops when the host aborts",
  "holds content that the host cannot put beside it",
  "links to files beside the document",
  "writes pages only into a folder, and links to them",
]);

/** The checks of a sink; those that depend on its options for a variant. */
export function sinkChecks(subject: SinkSubject): Check<SinkCheckName>[] {
  const all = allSinkChecks(subject);
  return subject.isVariant ? all.filter(({ name }) => ofVariants.has(name)) : all;
}

/** All checks, which are smaller for a variant. */
export function allSinkChecks(subject: SinkSubject): Check<SinkCheckName>[] {
  return checksOf(checks, subject, subject.skip);
}
