import { present } from "@chatexport/core";
import { type Check, checksOf, type Skips } from "./shared/check.js";
import { abortedBeforeGivesNothing, abortedMeanwhileEnds } from "./source-checks/abort.js";
import {
  cannotMeasureReading,
  parsesNoBodies,
  readsNoBodies,
} from "./source-checks/cheap-listing.js";
import { everythingIsInItsPlace, idsLeadSomewhere } from "./source-checks/coherence.js";
import {
  brokenFilesHurtNobodyElse,
  damageIsCounted,
  damageIsReported,
  damageStaysWhereItIs,
} from "./source-checks/damage.js";
import { diagnosticsAreWellFormed, diagnosticsQuoteNothing } from "./source-checks/diagnostics.js";
import {
  cannotSeeOpenFiles,
  leavesTheProcessAlone,
  nothingStaysOpen,
  storeStaysUntouched,
} from "./source-checks/host-untouched.js";
import {
  cannotChangeTimeZone,
  clockChangesNothing,
  languageChangesNothing,
  timesOfFilesChangeNothing,
  timeZoneChangesNothing,
} from "./source-checks/independence.js";
import { looksNowhereElse, missingPlaces, storesAreFound } from "./source-checks/isolation.js";
import { searchMissesNothing } from "./source-checks/may-contain.js";
import {
  everythingIsJson,
  fieldsHoldWhatTheModelSays,
  nothingIsEmpty,
  timesAreReal,
} from "./source-checks/model-fields.js";
import { namesItself, saysWhatItIs, servesSeveralAtOnce } from "./source-checks/plugin-shape.js";
import {
  copyHasTheSameSessions,
  homeAndRootsAgree,
  idsAreUnique,
  idsStay,
  listsTheSameTwice,
  loadsTheSameTwice,
  loadsWhatWasListed,
  revisionsTellOfChanges,
} from "./source-checks/same-sessions.js";
import {
  everyRecordIsCounted,
  talliesAddUp,
  unknownRecordsAreKept,
} from "./source-checks/tallies.js";
import type { CheckedSource, SourceCheck } from "./source-checks/trial.js";

// What breaks others comes first: a plugin author mends from the top.
const checks = {
  "the source says what it is": saysWhatItIs,
  "nothing is printed, and the process goes on": leavesTheProcessAlone,
  "a place where there is nothing has no sessions and is no error": missingPlaces,
  "a store that is there is found": storesAreFound,
  "sessions and refs survive JSON": everythingIsJson,
  "each field holds what the model says": fieldsHoldWhatTheModelSays,
  "what is unknown is absent, not empty": nothingIsEmpty,
  "refs carry the name of the source": namesItself,
  "ids are unique": idsAreUnique,
  "a session has the same id when another one is gone": idsStay,
  "ids lead to what they name": idsLeadSomewhere,
  "results, summaries and sub-agents are in their places": everythingIsInItsPlace,
  "times are real": timesAreReal,
  "an unchanged store is listed the same twice": listsTheSameTwice,
  "a session loads the same twice": loadsTheSameTwice,
  "a listed session is the one that loads, also from a ref in JSON": loadsWhatWasListed,
  "two lists at the same time and a second close are fine": servesSeveralAtOnce,
  "the clock changes nothing": clockChangesNothing,
  "the time zone changes nothing": timeZoneChangesNothing,
  "the language of the machine changes nothing": languageChangesNothing,
  "the times of files change nothing that is recorded": timesOfFilesChangeNothing,
  "a copy of the store has the same sessions": copyHasTheSameSessions,
  "the home folder and the store as a root give the same sessions": homeAndRootsAgree,
  "nothing is looked at but the home folder or the roots given": looksNowhereElse,
  "the store stays untouched": storeStaysUntouched,
  "nothing stays open": nothingStaysOpen,
  "a session that changes has another revision": revisionsTellOfChanges,
  "listing parses no bodies": parsesNoBodies,
  "listing reads no bodies": readsNoBodies,
  "each tally adds up": talliesAddUp,
  "every record is counted": everyRecordIsCounted,
  "unknown records are kept as they are": unknownRecordsAreKept,
  "diagnostics are a code and a sentence": diagnosticsAreWellFormed,
  "damage to some sessions changes no other": damageStaysWhereItIs,
  "damage is reported with its place": damageIsReported,
  "damaged records are counted as malformed": damageIsCounted,
  "a broken file hurts only what depends on it": brokenFilesHurtNobodyElse,
  "nothing comes out after an abort": abortedBeforeGivesNothing,
  "an abort in between leaves nothing half": abortedMeanwhileEnds,
  "a search misses no word of a session": searchMissesNothing,
  "diagnostics quote nothing": diagnosticsQuoteNothing,
} satisfies Readonly<Record<string, SourceCheck>>;

/**
 * The name of a check of sources.
 * @useDeclaredType
 */
export type SourceCheckName = keyof typeof checks;

/** A source, with what the checks need to know of its stores, and the checks to skip. */
export interface SourceSubject extends CheckedSource {
  /** Checks that do not apply to this source, each with the reason. */
  skip?: Skips<SourceCheckName>;
}

/** What is asked of every source. Checks that this system cannot run are skipped as well. */
export function sourceChecks(subject: SourceSubject): Check<SourceCheckName>[] {
  return checksOf(checks, subject, { ...systemSkips(), ...subject.skip });
}

function systemSkips(): Skips<SourceCheckName> {
  return present({
    "listing reads no bodies": cannotMeasureReading(),
    "nothing stays open": cannotSeeOpenFiles(),
    "the time zone changes nothing": cannotChangeTimeZone(),
  });
}
