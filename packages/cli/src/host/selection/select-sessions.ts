import { createHash } from "node:crypto";
import { sessionsNamed } from "@chatexport/archive";
import { shortIds } from "@chatexport/archive/names";
import { type ListedSession, type SessionRef, safeLine } from "@chatexport/core";
import type { CommonOptions, SelectionOptions } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";
import { projectFilter } from "./project-filter.js";

/** The options that decide which sessions are chosen. */
export interface Wanted extends CommonOptions {
  /** The one session that a command was asked for, named like those of `--session`. */
  id?: string;
}

/** The sessions that the user asked for. */
export interface Selected {
  /** In the order of the list. */
  sessions: ListedSession[];
  /** Sentences about each word that should name a session and names none. */
  unmatched: string[];
  /** Each that names several, as it is shown, with what it names. */
  ambiguous: { named: string; refs: SessionRef[] }[];
  /** The number of sessions that were left out because they have no time that could be compared. */
  undated: number;
  /** The options that left no session; empty where there are sessions. */
  failed: Failed;
}

/** Options that no session matches: each of them or, where some match each, all of them together. */
export interface Failed {
  options: (keyof SelectionOptions)[];
  isTogether: boolean;
}

/** Decides by what listing tells whether a session is asked for. */
interface Filter {
  option: keyof SelectionOptions;
  keeps(ref: SessionRef): boolean;
}

/** Chooses from all sessions, which come newest first. */
export async function selectSessions(
  listed: readonly ListedSession[],
  options: SelectionOptions & Pick<Wanted, "id">,
): Promise<Selected> {
  const filters: Filter[] = [];
  if (options.archived) filters.push({ option: "archived", keeps: (ref) => Boolean(ref.archived) });
  if (options.project !== undefined) {
    const refs = listed.map(({ ref }) => ref);
    filters.push({ option: "project", keeps: await projectFilter(options.project, refs) });
  }
  if (options.shard !== undefined) filters.push(shardFilter(options.shard));
  const times = timeFilters(options);

  const passing = (all: readonly ListedSession[], wanted: readonly Filter[]) =>
    all.filter(({ ref }) => wanted.every(({ keeps }) => keeps(ref)));
  const newest = passing(listed, [...filters, ...times])[0];
  const { named, unmatched, ambiguous } = namedSessions(listed, newest, options);
  // Where the others leave nothing, they are to blame.
  if (named && (named.size > 0 || !isLatest(options)))
    filters.unshift({ option: "session", keeps: (ref) => named.has(ref) });
  const candidates = passing(listed, filters);
  const sessions = passing(candidates, times);
  const every = sessions.length > 0 ? [] : [...filters, ...times];
  const alone = every.filter((filter) => passing(listed, [filter]).length === 0);
  const isTogether = alone.length === 0;
  return {
    sessions: sessions.slice(0, options.limit),
    unmatched,
    ambiguous,
    undated: times.length > 0 ? candidates.filter(({ ref }) => !isDated(ref)).length : 0,
    failed: { options: (isTogether ? every : alone).map(({ option }) => option), isTogether },
  };
}

/**
 * Keeps the sessions of one part, "3/64": the first four bytes of the SHA-256 of source, line break and id, modulo
 * the number of parts, plus 1. The same on every machine, so that many can share the work.
 */
function shardFilter(shard: string): Filter {
  const [part = 1, all = 1] = shard.split("/").map(Number);
  const placeOf = ({ source, id }: SessionRef) =>
    (createHash("sha256").update(`${source}\n${id}`).digest().readUInt32BE() % all) + 1;
  return { option: "shard", keeps: (ref) => placeOf(ref) === part };
}

/** Throws a usage error when no session could be asked for. */
export function refuseEmptySpan({ since, until }: SelectionOptions): void {
  if (since === undefined || until === undefined || since <= until) return;
  const [from, to] = [since, until].map((moment) =>
    new Date(moment).toISOString().replace(/:\d\d\.\d{3}Z$/, "Z"),
  );
  throw usageError(`--since ${from} is later than --until ${to}.`);
}

function isLatest({ session, id }: Pick<Wanted, "session" | "id">): boolean {
  return id === undefined && session?.includes(latest) === true;
}

/** The word for the newest session of those that other options leave. */
export const latest = "latest";

/** The sessions that words name; undefined without such a word. */
function namedSessions(
  listed: readonly ListedSession[],
  newest: ListedSession | undefined,
  { session, id }: Pick<Wanted, "session" | "id">,
): Pick<Selected, "unmatched" | "ambiguous"> & { named?: Set<SessionRef> } {
  const words = id === undefined ? session : [id];
  if (!words) return { unmatched: [], ambiguous: [] };
  const named = new Set<SessionRef>();
  const unmatched: string[] = [];
  const ambiguous: Selected["ambiguous"] = [];
  const shortId = shortIds(listed.map(({ ref }) => ref));
  for (const word of words) {
    if (word === latest) {
      if (newest) named.add(newest.ref);
      continue;
    }
    const found = sessionsNamed(word, listed, shortId).map(({ ref }) => ref);
    const shown = id === undefined ? `--session ${safeLine(word)}` : safeLine(word);
    const [first] = found;
    if (!first) unmatched.push(`${shown}: no session has an id that begins or ends like this.`);
    else if (found.length > 1) ambiguous.push({ named: shown, refs: found });
    else named.add(first);
  }
  return { named, unmatched, ambiguous };
}

function timeFilters({ since, until }: SelectionOptions): Filter[] {
  const ended = ({ updatedAt, startedAt }: SessionRef) => Date.parse(updatedAt ?? startedAt ?? "");
  const began = ({ updatedAt, startedAt }: SessionRef) => Date.parse(startedAt ?? updatedAt ?? "");
  const filters: Filter[] = [];
  if (since !== undefined) filters.push({ option: "since", keeps: (ref) => ended(ref) >= since });
  if (until !== undefined) filters.push({ option: "until", keeps: (ref) => began(ref) <= until });
  return filters;
}

function isDated({ startedAt, updatedAt }: SessionRef): boolean {
  return !Number.isNaN(Date.parse(startedAt ?? updatedAt ?? ""));
}
