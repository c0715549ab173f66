import { type SessionRef, safeLine } from "@chatexport/core";
import { once } from "@chatexport/core/read";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import { closestMatch } from "leven";
import type { SelectionOptions } from "../../options/option-table.js";
import { shownDay } from "../../terminal/session-table.js";
import { shortPath } from "../files/paths.js";
import type { SearchedStore } from "../plugins/searched-stores.js";
import { folderOf, isBelow, lastName, projectNames, projectPaths } from "./project-filter.js";
import type { Failed, Wanted } from "./select-sessions.js";

/** Puts "or" between choices. Made when it is needed: that takes Node 10 ms. */
export const choice = once(() => new Intl.ListFormat("en-GB", { type: "disjunction" }));

/**
 * The reason why there is no session at all: a sentence about the places that were looked at, or each of
 * them.
 */
export function explainNoSessions(stores: readonly SearchedStore[], isVerbose = false): string {
  if (stores.length === 0) return "No sessions found: name a place to look at with --root.";
  if (isVerbose) {
    const lines = stores.map((store) => `  ${placeOf(store)}: ${state(store)}`);
    return ["No sessions found in these places:", ...lines].join("\n");
  }
  const there = stores.filter(({ found }) => found);
  const missing = stores.filter(({ found }) => !found);
  const told = there.length > mostPlaces ? there.slice(0, mostNames) : there;
  const facts = told.map((store) => `${placeOf(store)} ${saidOf(store)}`);
  const others = stores.length - told.length;
  if (told.length < there.length)
    facts.push(`${others} other places have none (--verbose lists them)`);
  else if (missing.length > 0) facts.push(missingPlaces(missing, there.length === 0));
  const sources = new Set(stores.map(({ source }) => source));
  const ofSources = sources.size <= mostNames ? ` of ${choice().format(sources)}` : "";
  const advice = there.length === 0 ? " --home or --root name another folder." : "";
  return `No sessions${ofSources} found: ${facts.join("; ")}.${advice}`;
}

function placeOf({ path, source }: SearchedStore): string {
  return `${shortPath(path)} (${source})`;
}

function saidOf(store: SearchedStore): string {
  return store.readable ? `has ${state(store)}` : state(store);
}

/** The reason why there is no session among those that were found, and which come near. */
export function explainNoMatch(
  refs: readonly SessionRef[],
  { project = "", id }: Pick<Wanted, "project" | "id">,
  { options, isTogether }: Failed,
  timezone: string,
): string {
  const names = options.map((name) =>
    name === "session" && id !== undefined ? safeLine(id) : `--${name}`,
  );
  const filters =
    isTogether && names.length > 1 ? `${names.join(" and ")} together` : names.join(" or ");
  const none =
    refs.length === 1
      ? "The only session does not match"
      : `None of ${formatCount(refs.length)} sessions matches`;
  const hints = (isTogether ? [] : options).map((name) => {
    if (name === "project") return nearestProject(refs, project);
    return name === "model"
      ? "chatexport stats shows all models."
      : nearestTime(refs, name, timezone);
  });
  return [`${none} ${filters}.`, ...hints].filter((sentence) => sentence !== undefined).join(" ");
}

/** The end of the sessions in the direction in which the user looked for more. */
function nearestTime(
  refs: readonly SessionRef[],
  option: keyof SelectionOptions,
  timezone: string,
): string | undefined {
  const isSince = option === "since";
  if (!isSince && option !== "until") return undefined;
  const times = refs.map(({ updatedAt = "", startedAt = "" }) =>
    isSince ? updatedAt || startedAt : startedAt || updatedAt,
  );
  const sorted = times.filter((time) => time !== "").sort();
  const time = sorted.at(isSince ? -1 : 0);
  if (time === undefined) return undefined;
  return `${isSince ? "The last one ended" : "The first one began"} on ${shownDay(time, timezone)} (${timezone}).`;
}

function state({ found, readable, reason, sessions }: SearchedStore): string {
  if (!found) return "does not exist";
  if (!readable) return `cannot be read${reason === undefined ? "" : ` (${safeLine(reason)})`}`;
  return sessions ? plural(sessions, "session") : "no sessions";
}

const mostNames = 3;

/** Sentences about more places than these are not read. */
const mostPlaces = 5;

/** A sentence about the projects that the user may have meant, or about where to see all. */
function nearestProject(refs: readonly SessionRef[], project: string): string {
  const folder = folderOf(project);
  const around = folder === undefined ? undefined : projectAround(refs, folder);
  if (around !== undefined)
    return `This folder lies in a project: try --project ${quoted(around)}.`;
  const names = nearNames(refs, lastName(folder ?? project));
  return names.length === 0
    ? "chatexport list shows all projects."
    : `Did you mean --project ${names.map(quoted).join(" or ")}?`;
}

function projectAround(refs: readonly SessionRef[], folder: string): string | undefined {
  const around = refs.flatMap(projectPaths).filter((path) => isBelow(folder, path));
  return around.sort((a, b) => b.length - a.length)[0];
}

/** Names that contain the word, else the one that is nearest to it. */
function nearNames(refs: readonly SessionRef[], word: string): string[] {
  const wanted = word.toLowerCase();
  const names = [...new Set(refs.flatMap(projectNames))].filter((name) => name !== "");
  const containing = names.filter((name) => wanted !== "" && name.toLowerCase().includes(wanted));
  if (containing.length > 0) return containing.slice(0, mostNames);
  const byKey = new Map(names.map((name) => [name.toLowerCase(), name]));
  const nearest = closestMatch(wanted, [...byKey.keys()], {
    maxDistance: Math.ceil(wanted.length / 3),
  });
  const name = nearest === undefined ? undefined : byKey.get(nearest);
  return name === undefined ? [] : [name];
}

/** As one word of a shell, also where the name is untrusted text. */
function quoted(name: string): string {
  return `'${safeLine(name).replaceAll("'", "'\\''")}'`;
}

/** The stores of a source that do not exist, in one line: there are many, and each says little. */
export function missingPlaces(
  missing: readonly Pick<SearchedStore, "path">[],
  isAll: boolean,
): string {
  const [first] = missing;
  if (first && missing.length === 1) return `${shortPath(first.path)} does not exist`;
  const count = isAll
    ? `none of ${missing.length} places exists`
    : `${missing.length} other places do not exist`;
  return `${count} (--verbose lists them)`;
}
