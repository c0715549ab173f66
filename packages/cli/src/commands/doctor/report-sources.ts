import { addTallies, compareStrings, safeLine, total } from "@chatexport/core";
import { toolOf } from "@chatexport/document";
import { formatBytes, formatCount, plural } from "@chatexport/sink-terminal/format";
import { version } from "../../host/files/package-file.js";
import { shortPath } from "../../host/files/paths.js";
import { missingPlaces } from "../../host/selection/explain-none.js";
import type { OptionsOf } from "../../options/option-table.js";
import type { Page } from "../../terminal/page.js";
import { capitalized } from "../../terminal/sentence.js";
import type { NamedCount, SourceFindings, StoreFindings } from "./findings.js";
import { namedCounts } from "./source-findings.js";

const severalPlaces = "Counts per place include sub-agents and duplicates.";
const mostStores = 6;
const mostNames = 6;
const mostRecent = 3;

/**
 * The places where each source looked, and what is there; together those without a place, unless the user
 * asks for them.
 */
export function sourceSections(
  sources: readonly SourceFindings[],
  page: Page,
  { verbose = false, from = [] }: Pick<OptionsOf<"doctor">, "verbose" | "from">,
): void {
  const isTold = ({ stores }: SourceFindings) =>
    verbose || from.length > 0 || stores.some((store) => store.found);
  for (const source of sources) if (isTold(source)) sourceSection(source, page, verbose);
  const others = sources.filter((source) => !isTold(source));
  if (others.length === 0) return;
  const namesOf = (some: readonly SourceFindings[]) => some.map(({ name }) => name).join(", ");
  const absent = others.filter(({ stores }) => stores.length > 0);
  const placeless = others.filter(({ stores }) => stores.length === 0);
  page.heading("Not here");
  if (absent.length > 0)
    page.item("note", `${namesOf(absent)}: no place exists (--verbose lists them).`);
  if (placeless.length > 0)
    page.item("note", `${namesOf(placeless)}: no default place; give one with --root.`);
}

function sourceSection(
  { name, sessions, bytes, stores }: SourceFindings,
  page: Page,
  verbose: boolean,
): void {
  const size = bytes ? `, ${formatBytes(bytes)}` : "";
  const about = sessions > 0 ? plural(sessions, "session") + size : "no session";
  const place = stores.length > 0 ? about : "no default place: give one with --root";
  const tool = toolOf(name);
  page.heading(name, tool.toLowerCase() === name ? place : `${tool}: ${place}`);
  const found = stores.filter((store) => store.found);
  const readable = found.filter((store) => store.readable);
  printUnreadable(stores, page);

  // An empty store is worth a line only where there is no other.
  const isTold = (store: StoreFindings) =>
    store.sessions || unknownRows(store).length > 0 || store.isUnknownLayout;
  const told = verbose ? readable : readable.filter(isTold);
  const shown = told.toSorted(mostFirst).slice(0, verbose ? told.length : mostStores);
  // The heading says it already.
  const isAlone = shown.length === 1 && sessionsIn(shown) === sessions;
  for (const store of shown) printStore(store, page, { verbose, isCounted: !isAlone });
  const rest = readable.filter((store) => !shown.includes(store));
  if (rest.length > 0) page.item("note", restLine(rest, verbose));

  const missing = stores.filter((store) => !store.found);
  if (verbose)
    for (const { path } of missing) page.item("note", `${shortPath(path)} does not exist.`);
  else if (missing.length > 0)
    page.item("note", `${capitalized(missingPlaces(missing, found.length === 0))}.`);
  if (sessionsIn(shown) > sessions) page.item("note", severalPlaces);
}

/** Places that cannot be read for the same reason, together. */
function printUnreadable(all: readonly StoreFindings[], page: Page): void {
  const stores = all.filter((store) => store.found && !store.readable);
  for (const reason of new Set(stores.map(({ reason = "" }) => reason))) {
    const alike = stores.filter((store) => (store.reason ?? "") === reason);
    const [first] = alike;
    if (first && alike.length === 1) page.item("wrong", shortPath(first.path));
    else {
      page.item("wrong", `${plural(alike.length, "place")} cannot be read:`);
      for (const { path } of alike) page.detail(shortPath(path));
    }
    page.more(reason === "" ? "It cannot be read." : safeLine(reason));
  }
}

function printStore(
  store: StoreFindings,
  page: Page,
  { verbose, isCounted }: { verbose: boolean; isCounted: boolean },
): void {
  const { path, sessions = 0, formats = [], bytes, isUnknownLayout } = store;
  const { recentProjects = [], unownedFiles } = store;
  const unknown = unknownRows(store);
  const mark = isUnknownLayout ? "wrong" : unknown.length > 0 ? "attention" : "fine";
  page.item(mark, shortPath(path));
  const shapes = formats.map(({ name, count }) => `${shapeName(name)} ${formatCount(count)}`);
  // Names of formats and rows say something to those who know the store.
  const shaped = verbose && shapes.length > 0 ? ` (${shapes.join(", ")})` : "";
  const held = sessions === 0 ? "no session" : plural(sessions, "session") + shaped;
  if (isCounted || verbose)
    page.detail(bytes === undefined ? held : `${held}, ${formatBytes(bytes)}`);
  const unowned = verbose ? unownedLine(store) : undefined;
  if (unowned !== undefined) page.detail(unowned);
  if (recentProjects.length > 0) {
    const shown = recentProjects.slice(0, mostRecent).map(shortPath).join(", ");
    const more = recentProjects.length - mostRecent;
    page.detail(`Opened lately: ${shown}${more > 0 ? ` and ${formatCount(more)} more` : ""}`);
  }
  if (unownedFiles) page.detail(`Files of no session: ${named(unownedFiles)}`);
  if (isUnknownLayout)
    page.more(`Nothing in it is understood: chatexport ${version} does not know this format.`);
  if (unknown.length > 0) {
    page.more(`Of unknown kind: ${named(unknown, "row")}.`);
    page.advice("Update chatexport; if that does not help, report these names, and no content.");
  } else if (isUnknownLayout)
    page.advice("Update chatexport; if that does not help, report which tool wrote it.");
}

/** "cursor/bubbles" is "bubbles". */
function shapeName(format: string): string {
  return safeLine(format.replace(/^[^/]*\//, ""));
}

function unownedLine({ unowned = [] }: StoreFindings): string | undefined {
  const { kept, malformed = 0, skipped } = addTallies(unowned.map(({ rows }) => rows));
  const reasons = { ...skipped, indexes: (skipped?.indexes ?? 0) + kept, malformed };
  const counts = namedCounts(reasons).filter(({ count }) => count > 0);
  const rows = total(reasons);
  return rows === 0 ? undefined : `Other rows: ${formatCount(rows)} (${named(counts)})`;
}

function unknownRows({ unowned = [] }: StoreFindings): NamedCount[] {
  return namedCounts(
    Object.fromEntries(unowned.flatMap(({ rows }) => Object.entries(rows.unknown ?? {}))),
  );
}

/** "settings 12, by-reference 3, …" */
function named(counts: readonly NamedCount[], noun?: string): string {
  const shown = counts.slice(0, mostNames).map(({ name, count }) => {
    const number = noun === undefined ? formatCount(count) : `(${plural(count, noun)})`;
    return `${safeLine(name)} ${number}`;
  });
  if (counts.length > mostNames) shown.push("…");
  return shown.join(", ");
}

function restLine(stores: readonly StoreFindings[], verbose: boolean): string {
  const sessions = sessionsIn(stores);
  const held = sessions > 0 ? `with ${plural(sessions, "session")}` : "without sessions";
  const [first] = stores;
  const places =
    first && stores.length === 1
      ? `${shortPath(first.path)}, ${held}`
      : `${plural(stores.length, "more place")} ${held}`;
  return verbose || stores.length === 1
    ? `${places}.`
    : `${capitalized(places)} (--verbose lists them).`;
}

function sessionsIn(stores: readonly StoreFindings[]): number {
  return stores.reduce((sum, store) => sum + (store.sessions ?? 0), 0);
}

/** Places that need a look, then those that hold most. */
function mostFirst(a: StoreFindings, b: StoreFindings): number {
  return (
    Number(b.isUnknownLayout ?? false) - Number(a.isUnknownLayout ?? false) ||
    (b.sessions ?? 0) - (a.sessions ?? 0) ||
    compareStrings(a.path, b.path)
  );
}
