import { type SessionRef, safeLine } from "@chatexport/core";
import { formatCount, plural } from "../numbers.js";
import type { SelectionOptions } from "../options.js";
import type { SearchedStore } from "../plugins/stores.js";
import { shortPath } from "../terminal/short-path.js";
import { missingPlaces } from "./missing-places.js";
import { nearestProject } from "./nearest-project.js";
import type { Failed, Wanted } from "./select-sessions.js";

/**
 * Why there is no session at all: each place that was looked at, and what is there. Places of a source
 * that do not exist are told together, unless all are wanted.
 */
export function explainNoSessions(stores: readonly SearchedStore[], isVerbose = false): string {
  if (stores.length === 0) return "No session was found: name a place to look at with --root.";
  const told = isVerbose ? stores : stores.filter(({ found }) => found);
  const lines = told.map(
    (store) => `  ${shortPath(store.path)} (${store.source}): ${state(store)}`,
  );
  for (const source of new Set(stores.map((store) => store.source))) {
    const missing = stores.filter((store) => store.source === source && !told.includes(store));
    const isAll = !told.some((store) => store.source === source);
    if (missing.length > 0) lines.push(`  ${source}: ${missingPlaces(missing, isAll)}`);
  }
  return ["No session was found. These places were looked at:", ...lines].join("\n");
}

/** Why there is no session among those that were found, and which come near. */
export function explainNoMatch(
  refs: readonly SessionRef[],
  { project = "", id }: Pick<Wanted, "project" | "id">,
  { options, isTogether }: Failed,
): string {
  const names = options.map((name) =>
    name === "session" && id !== undefined ? safeLine(id) : `--${name}`,
  );
  const filters =
    isTogether && names.length > 1 ? `${names.join(" and ")} together` : names.join(" or ");
  const found = refs.length === 1 ? "1 session was" : `${formatCount(refs.length)} sessions were`;
  const hints = (isTogether ? [] : options).map((name) =>
    name === "project" ? nearestProject(refs, project) : nearestTime(refs, name),
  );
  return [`${found} found, but none matches ${filters}.`, ...hints]
    .filter((sentence) => sentence !== undefined)
    .join(" ");
}

/** Where the sessions end in the direction in which somebody looked for more. */
function nearestTime(
  refs: readonly SessionRef[],
  option: keyof SelectionOptions,
): string | undefined {
  if (option === "since") {
    const last = refs
      .map(({ updatedAt, startedAt }) => updatedAt ?? startedAt ?? "")
      .sort()
      .at(-1);
    return last ? `The last one ended on ${dayOf(last)} (UTC).` : undefined;
  }
  if (option !== "until") return undefined;
  const starts = refs.map(({ startedAt, updatedAt }) => startedAt ?? updatedAt ?? "");
  const [first] = starts.filter((start) => start !== "").sort();
  return first ? `The first one began on ${dayOf(first)} (UTC).` : undefined;
}

function dayOf(time: string): string {
  return safeLine(time.slice(0, 10));
}

function state({ found, readable, reason, sessions }: SearchedStore): string {
  if (!found) return "does not exist";
  if (!readable) return `cannot be read${reason === undefined ? "" : ` (${safeLine(reason)})`}`;
  return sessions ? plural(sessions, "session") : "no sessions in it";
}
