import type { ListedSession, SessionRef, Source } from "@chatexport/core";
import { once } from "@chatexport/core/read";
import { plural } from "@chatexport/sink-terminal/format";
import { strayAgent } from "../../diagnostics.js";
import { sessionTable } from "../../terminal/session-table.js";
import { commandLine } from "../../terminal/shell-words.js";
import { styleOf } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";
import { maskedRefs } from "../content/redaction.js";
import { searchedStores } from "../plugins/searched-stores.js";
import type { Run } from "../run.js";
import { listRemembered } from "../text-search/file-memory.js";
import { contentFilter, filterByContent } from "./content-filter.js";
import { choice, explainNoMatch, explainNoSessions } from "./explain-none.js";
import { idBeginnings } from "./id-beginnings.js";
import {
  type Failed,
  latest,
  refuseEmptySpan,
  type Selected,
  selectSessions,
  type Wanted,
} from "./select-sessions.js";
import { unmatchedNames } from "./unmatched-names.js";

/** The sessions found in the stores. */
export interface FoundSessions {
  /** All that was listed. */
  listed: ListedSession[];
  /** All sessions, newest first: without sub-agents whose sessions are gone, unless the user asks for these. */
  all: ListedSession[];
  /** Those that the user asked for. */
  selected: ListedSession[];
  /** True when everything that the user named is there. */
  complete: boolean;
}

/**
 * Finds the sessions that the user asked for, and explains it where there are none: as an error where a command needs
 * one.
 */
export async function findSessions(
  sources: readonly Source[],
  options: Wanted,
  run: Run,
  { isNeeded = false } = {},
): Promise<FoundSessions> {
  const { messages, report, signal } = run;
  const explain = (sentence: string) =>
    isNeeded ? messages.warn("error", sentence) : messages.say(sentence);
  refuseEmptySpan(options);
  const filter = await contentFilter(options);
  const progress = messages.progress();
  progress.update("Looking for sessions …");
  const listed = await listRemembered(sources, options, run);
  const all = options.empty ? listed : withoutStrays(listed);
  progress.end();
  if (signal.aborted) {
    messages.say("Interrupted while looking for sessions.");
    return { listed, all, selected: [], complete: false };
  }

  // Looked up once, when they are first asked for, since that lists them again: of sources that have any.
  const listing = new Set(listed.map(({ source }) => source));
  const stores = once(() => searchedStores(listing.size > 0 ? [...listing] : sources, run));
  const { limit, ...choice } = options;
  const named = options.id !== undefined || options.session?.some((word) => word !== latest);
  const chosen = await selectSessions(named ? listed : all, filter ? choice : options);
  chosen.unmatched.push(...(await unmatchedNames(options, stores, all, run.diagnostics)));
  await printLeftOut(chosen, all, options, run);
  const selected = filter
    ? await filterByContent(chosen.sessions, filter, limit, run)
    : chosen.sessions;
  if (signal.aborted) {
    messages.say("Interrupted while looking into sessions.");
    return { listed, all, selected: [], complete: false };
  }
  const complete = chosen.unmatched.length === 0 && chosen.ambiguous.length === 0;
  if (options.id !== undefined && all.length > 0 && !complete)
    messages.say(
      `${commandLine(["list"], options) ?? "chatexport list"} shows all ids; latest is the newest session.`,
    );
  if (all.length === 0) {
    // Where a named place or source has none, that has been said.
    if (complete || options.verbose) explain(explainNoSessions(await stores(), options.verbose));
  } else if (selected.length === 0 && complete) {
    const { options: asked = [] } = { ...filter };
    const inContent: Failed = { options: asked, isTogether: asked.length > 1 };
    const failed = chosen.sessions.length === 0 ? chosen.failed : inContent;
    const refs = all.map(({ ref }) => ref);
    const sentence = explainNoMatch(
      await maskedRefs(refs, run.redaction),
      options,
      failed,
      zoneOf(options),
    );
    // A project is named as a session is: one that is not there is a mistake.
    const isUnknown = failed.options.includes("project") && !failed.isTogether;
    if (!isUnknown) explain(sentence);
    else messages.warn("error", sentence);
    return { listed, all, selected, complete: !isUnknown };
  }
  if (all.length < listed.length)
    for (const { ref } of listed) if (isStray(ref)) report(strayAgent(ref));
  return { listed, all, selected, complete };
}

/** The sessions that are no sub-agent of one that is gone; where there are only such, all of them. */
function withoutStrays(listed: ListedSession[]): ListedSession[] {
  const sessions = listed.filter(({ ref }) => !isStray(ref));
  return sessions.length === 0 ? listed : sessions;
}

function isStray({ parent }: SessionRef): boolean {
  return parent?.relation === "subagent";
}

/** Tells what was named and is not one session, and what could not be compared. */
async function printLeftOut(
  { unmatched, ambiguous, undated }: Selected,
  all: readonly ListedSession[],
  options: Wanted,
  run: Run,
): Promise<void> {
  const { warn } = run.messages;
  for (const sentence of unmatched) warn("error", sentence);
  for (const each of ambiguous) await printAmbiguous(each, all, options, run);
  if (undated > 0) {
    const sessions = plural(undated, "session");
    warn("warning", `--since and --until left out ${sessions} without a date.`);
  }
}

const mostShown = 10;

async function printAmbiguous(
  { named, refs }: Selected["ambiguous"][number],
  all: readonly ListedSession[],
  options: Wanted,
  { messages, redaction }: Run,
): Promise<void> {
  const shown = await maskedRefs(refs.slice(0, mostShown), redaction);
  const shortId = idBeginnings(all.map(({ ref }) => ref));
  const style = styleOf(process.stderr, messages.colors);
  const more = refs.length > shown.length ? ["…"] : [];
  // Asked for only here: a process pays more than ten milliseconds for the zone of its machine.
  const lines = [sessionTable(shown, shortId, zoneOf(options), style).trimEnd(), ...more];
  // One that went on in another tool has its id there, too.
  const isOneId = refs.every(({ id }) => id === refs[0]?.id);
  const sources = new Set(refs.map(({ source }) => `--from ${source}`));
  const by = isOneId ? ` with ${choice().format(sources)}` : "";
  const sentence = `${named}: ${refs.length} sessions match; choose one${by}.`;
  messages.warn("error", [sentence, ...lines].join("\n"));
}
