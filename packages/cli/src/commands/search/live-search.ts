import { EventEmitter } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { ListedSession, SessionRef } from "@chatexport/core";
import type { SearchIndex } from "@chatexport/search-index";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import { maskedRefs } from "../../host/content/redaction.js";
import type { Run } from "../../host/run.js";
import type { FoundSessions } from "../../host/selection/find-sessions.js";
import { idBeginnings } from "../../host/selection/id-beginnings.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError } from "../../terminal/cli-error.js";
import { zoneOf } from "../../terminal/time-zone.js";
import { columnsBesideList, type Seen } from "./find-picture.js";
import { ranked } from "./score.js";
import { searchInSlices, typedQuery } from "./search-in-slices.js";
import type { SessionHits } from "./search-sessions.js";
import { type TerminalHits, terminalHits } from "./terminal-hits.js";
import { wantedParts } from "./wanted-parts.js";

/** A search that follows what is typed. */
export interface LiveSearch {
  seen: Seen<FoundSession>;
  /** Emits "change" when something else is to be seen. */
  changes: EventEmitter<{ change: [] }>;
  /** Given, with the reason, when the search cannot go on. */
  failure: AbortSignal;
  /** Searches for a text; for none, the newest sessions are there. */
  type(text: string): void;
  /** Chooses the session that is so many further down. */
  move(step: number): void;
  end(): void;
}

/** A session that can be chosen. */
interface FoundSession extends TerminalHits {
  listed: ListedSession;
}

/** In milliseconds: from the last key to the search, and between two pictures of a long one. */
const pause = 50;
/** Lines around each hit of the chosen session. */
const context = 4;
/** So many of the newest sessions are listed while nothing is typed. */
const mostNewest = 200;

/** Begins a search in the index, among the sessions that were selected. */
export async function liveSearch(
  { all, selected }: Pick<FoundSessions, "all" | "selected">,
  index: SearchIndex,
  options: OptionsOf<"find">,
  run: Run,
): Promise<LiveSearch> {
  const { isWanted, isSaidOnly } = wantedParts(options);
  const parts = { isWanted, isSaidOnly };
  const shortId = idBeginnings(all.map(({ ref }) => ref));
  const listedOf = new Map<SessionRef, ListedSession>(selected.map((each) => [each.ref, each]));
  const shown = (found: SessionHits, isAlone: boolean): FoundSession[] => {
    const style = {
      colors: run.messages.colors,
      timezone: zoneOf(options),
      get columns() {
        return (process.stderr.columns || 80) - (isAlone ? 0 : columnsBesideList);
      },
    };
    const listed = listedOf.get(found.ref);
    return listed ? [{ ...terminalHits(found, shortId(found.ref), isAlone, style), listed }] : [];
  };
  const first = selected.slice(0, mostNewest).map(({ ref }) => ref);
  const masked = await maskedRefs(first, run.redaction);
  const newest = first.flatMap((ref, at) =>
    shown({ ref, session: masked[at] ?? {}, parts: [] }, false),
  );
  const seen: Seen<FoundSession> = {
    text: "",
    isDue: true,
    status: "",
    sessions: [],
    chosen: 0,
    scrolled: 0,
  };
  // Until the user moves it, the first session is chosen, whichever that is.
  let isMoved = false;
  const changes = new EventEmitter<{ change: [] }>();
  const failure = new AbortController();
  const doInList = latest((cause) => failure.abort(cause));
  const doInPreview = latest((cause) => failure.abort(cause));

  const list = async (text: string, signal: AbortSignal) => {
    const query = await typedQuery(text);
    const found: FoundSession[] = [];
    let unsearched = 0;
    let next = performance.now() + 2 * pause;
    const status = () => {
      const hits = found.reduce((sum, { count }) => sum + count, 0);
      const among = plural(selected.length, "session");
      const where =
        hits === 0
          ? `No hits in ${among}`
          : `${plural(hits, "hit")} in ${formatCount(found.length)} of ${among}`;
      const left = `; ${plural(unsearched, "session")} with masks only chatexport search looks into`;
      return unsearched > 0 ? where + left : where;
    };
    for await (const step of searchInSlices(index, query, selected, parts, signal)) {
      if (!step.isSearched) unsearched++;
      if (step.found) found.push(...shown(step.found, false));
      if (performance.now() < next) continue;
      show(ranked(found), `${status()} …`);
      next = performance.now() + 2 * pause;
    }
    if (!signal.aborted) show(ranked(found), status());
  };
  const preview = async ({ listed }: FoundSession, text: string, signal: AbortSignal) => {
    await setTimeout(pause, undefined, { signal });
    const query = await typedQuery(text);
    const options = { ...parts, context };
    for await (const { found } of searchInSlices(index, query, [listed], options, signal))
      if (found) seen.preview = shown(found, true)[0];
    changes.emit("change");
  };

  const show = (sessions: FoundSession[], status: string) => {
    const before = seen.sessions[seen.chosen];
    const same = sessions.findIndex(({ listed }) => listed === before?.listed);
    Object.assign(seen, {
      sessions,
      status,
      isDue: false,
      chosen: isMoved ? Math.max(same, 0) : 0,
    });
    choose(before);
  };
  /** Shows the hits of the chosen session, if it is another one than before. */
  const choose = (before: FoundSession | undefined, text = seen.text.trim()) => {
    const now = seen.sessions[seen.chosen];
    if (now?.listed !== before?.listed || text === "") {
      seen.scrolled = 0;
      seen.preview = undefined;
    }
    if (now && text !== "") doInPreview.start((signal) => preview(now, text, signal));
    changes.emit("change");
  };
  const type = (given: string) => {
    seen.text = given;
    seen.isDue = true;
    isMoved = false;
    const text = given.trim();
    doInList.start(async (signal) => {
      if (text === "") return show(newest, plural(selected.length, "session"));
      await setTimeout(pause, undefined, { signal });
      await list(text, signal).catch((cause) => {
        // What is typed is not whole yet.
        if (!(cause instanceof CliError)) throw cause;
        seen.status = cause.message;
        changes.emit("change");
      });
    });
  };
  return {
    seen,
    changes,
    failure: failure.signal,
    type,
    move(step) {
      const before = seen.sessions[seen.chosen];
      isMoved = true;
      seen.chosen = Math.max(0, Math.min(seen.chosen + step, seen.sessions.length - 1));
      choose(before);
    },
    end() {
      doInList.stop();
      doInPreview.stop();
    },
  };
}

/** Does one work at a time: a new one ends the one before. */
function latest(fail: (cause: unknown) => void) {
  let current = new AbortController();
  return {
    start(work: (signal: AbortSignal) => Promise<void>) {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      work(signal).catch((cause) => {
        if (!signal.aborted) fail(cause);
      });
    },
    stop: () => current.abort(),
  };
}
