import { type Check, checksOf, type Skips } from "./shared/check.js";
import {
  claimsWhatItKeeps,
  keepsEveryWord,
  keepsNotices,
  keepsSummariesAndCalls,
  keepsWhatItClaims,
} from "./sink-checks/features.js";
import {
  holdsContentItself,
  linksToFiles,
  writesPagesIntoFolders,
} from "./sink-checks/files-and-pages.js";
import type { CheckedSink, SinkCheck } from "./sink-checks/host.js";
import { leavesTheProcessAlone, writesNoFiles } from "./sink-checks/host-untouched.js";
import { containsHostileText, containsHostileTextInIndex } from "./sink-checks/hostile-text.js";
import { indexIsSame, indexLinksToAll } from "./sink-checks/index-entries.js";
import { doesNotRunAhead, stopsWhenAborted, writesInPieces } from "./sink-checks/pieces.js";
import {
  forgetsSessions,
  isSameAnywhere,
  isSameTwice,
  keepsSessionsApart,
  leavesSessionsAsTheyAre,
} from "./sink-checks/sessions-apart.js";
import {
  isWellFormed,
  rendersEmptySessions,
  takesOddTimesAndNumbers,
} from "./sink-checks/well-formed.js";

/** A sink, with what the checks need to know of its documents, and the checks to skip. */
export interface SinkSubject extends CheckedSink {
  /** Checks that do not apply to this sink, each with the reason. */
  skip?: Skips<SinkCheckName>;
}

const checks = {
  "has a name, an extension, a media type and features": isWellFormed,
  "prints nothing, and lets the process go on": leavesTheProcessAlone,
  // What belongs to a feature is seen by what it changes, so chance would change everything.
  "writes the same twice": isSameTwice,
  "keeps all that it claims to keep": keepsWhatItClaims,
  "claims all that it keeps": claimsWhatItKeeps,
  "keeps every word of prompts and answers": keepsEveryWord,
  "keeps summaries and the names of calls": keepsSummariesAndCalls,
  "keeps notices": keepsNotices,
  "renders a session without messages": rendersEmptySessions,
  "takes odd times and numbers": takesOddTimesAndNumbers,
  "contains hostile text": containsHostileText,
  "writes the same at another time and place": isSameAnywhere,
  "writes a huge session in pieces": writesInPieces,
  "does not run ahead of its reader": doesNotRunAhead,
  "stops when the host aborts": stopsWhenAborted,
  "leaves sessions as they are": leavesSessionsAsTheyAre,
  "forgets a session after it": forgetsSessions,
  "keeps sessions apart that are rendered at the same time": keepsSessionsApart,
  "holds content that the host cannot put beside it": holdsContentItself,
  "links to files beside the document": linksToFiles,
  "writes pages only into a folder, and links to them": writesPagesIntoFolders,
  "writes nothing on the disk itself": writesNoFiles,
  "writes the same index each time, of any number of sessions": indexIsSame,
  "links to every document in an index": indexLinksToAll,
  "contains hostile text in an index": containsHostileTextInIndex,
} satisfies Readonly<Record<string, SinkCheck>>;

/**
 * The name of a check of sinks.
 * @useDeclaredType
 */
export type SinkCheckName = keyof typeof checks;

/** What is asked of every sink. */
export function sinkChecks(subject: SinkSubject): Check<SinkCheckName>[] {
  return checksOf(checks, subject, subject.skip);
}
