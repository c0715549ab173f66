import { present } from "@chatexport/core";
import { type Ask, type Check, checksOf, type Skips } from "./shared/check.js";
import * as abort from "./source-checks/abort.js";
import * as changedRecords from "./source-checks/changed-records.js";
import * as cheapListing from "./source-checks/cheap-listing.js";
import * as coherence from "./source-checks/coherence.js";
import * as damage from "./source-checks/damage.js";
import * as diagnostics from "./source-checks/diagnostics.js";
import * as hostUntouched from "./source-checks/host-untouched.js";
import * as independence from "./source-checks/independence.js";
import * as isolation from "./source-checks/isolation.js";
import * as mayContain from "./source-checks/may-contain.js";
import * as modelFields from "./source-checks/model-fields.js";
import * as pluginShape from "./source-checks/plugin-shape.js";
import * as sameSessions from "./source-checks/same-sessions.js";
import * as tallies from "./source-checks/tallies.js";
import type { CheckedSource } from "./source-checks/trial.js";
import * as values from "./source-checks/values.js";

// What breaks others comes first: a plugin author mends from the top.
const checks = {
  "the source says what it is": pluginShape.saysWhatItIs,
  "nothing is printed, and the process goes on": hostUntouched.leavesTheProcessAlone,
  "a place where there is nothing has no sessions and is no error": isolation.missingPlaces,
  "a store that is there is found": isolation.storesAreFound,
  "sessions and refs survive JSON": modelFields.everythingIsJson,
  "each field holds what the model says": modelFields.fieldsHoldWhatTheModelSays,
  "what is unknown is absent, not empty": modelFields.nothingIsEmpty,
  "refs carry the name of the source": pluginShape.namesItself,
  "ids are unique": sameSessions.idsAreUnique,
  "a session has the same id when another one is gone": sameSessions.idsStay,
  "ids lead to what they name": coherence.idsLeadSomewhere,
  "results, summaries and sub-agents are in their places": coherence.everythingIsInItsPlace,
  "times are real": modelFields.timesAreReal,
  "an unchanged store is listed the same twice": sameSessions.listsTheSameTwice,
  "a session loads the same twice": sameSessions.loadsTheSameTwice,
  "a listed session is the one that loads, also from a ref in JSON":
    sameSessions.loadsWhatWasListed,
  "a session has the title that the list has": sameSessions.titlesAreListed,
  "two lists at the same time and a second close are fine": pluginShape.servesSeveralAtOnce,
  "the clock changes nothing": independence.clockChangesNothing,
  "the time zone changes nothing": independence.timeZoneChangesNothing,
  "the language of the machine changes nothing": independence.languageChangesNothing,
  "the times of files change nothing that is recorded": independence.timesOfFilesChangeNothing,
  "a copy of the store has the same sessions": sameSessions.copyHasTheSameSessions,
  "the home folder and the store as a root give the same sessions": sameSessions.homeAndRootsAgree,
  "nothing is looked at but the home folder or the roots given": isolation.looksNowhereElse,
  "the store stays untouched": hostUntouched.storeStaysUntouched,
  "nothing stays open": hostUntouched.nothingStaysOpen,
  "a session that changes has another revision": sameSessions.revisionsTellOfChanges,
  "listing parses no bodies": cheapListing.parsesNoBodies,
  "listing reads no bodies": cheapListing.readsNoBodies,
  "each tally adds up": tallies.talliesAddUp,
  "every record is counted": tallies.everyRecordIsCounted,
  "unknown records are kept as they are": tallies.unknownRecordsAreKept,
  "every value of a record is in its session": values.everyValueIsFound,
  "a new field is in its session, or a tally names it": changedRecords.newFieldsAreKeptOrTold,
  "a value of another kind is in its session, or a tally names it":
    changedRecords.changedValuesAreKeptOrTold,
  "diagnostics are a code and a sentence": diagnostics.diagnosticsAreWellFormed,
  "damage to some sessions changes no other": damage.damageStaysWhereItIs,
  "damage is reported with its place": damage.damageIsReported,
  "damaged records are counted as malformed": damage.damageIsCounted,
  "a broken file hurts only what depends on it": damage.brokenFilesHurtNobodyElse,
  "nothing comes out after an abort": abort.abortedBeforeGivesNothing,
  "an abort in between leaves nothing half": abort.abortedMeanwhileEnds,
  "a search misses no word of a session": mayContain.searchMissesNothing,
  "diagnostics quote nothing": diagnostics.diagnosticsQuoteNothing,
} satisfies Readonly<Record<string, Ask<CheckedSource>>>;

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

/**
 * The checks that every source has to pass. Checks that this system cannot run are skipped as well.
 */
export function sourceChecks(subject: SourceSubject): Check<SourceCheckName>[] {
  return checksOf(checks, subject, { ...systemSkips(), ...subject.skip });
}

function systemSkips(): Skips<SourceCheckName> {
  return present({
    "listing reads no bodies": cheapListing.cannotMeasureReading(),
    "nothing stays open": hostUntouched.cannotSeeOpenFiles(),
    "the time zone changes nothing": independence.cannotChangeTimeZone(),
  });
}
