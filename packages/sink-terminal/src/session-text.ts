import { type Session, safeLine } from "@chatexport/core";
import { localTime } from "@chatexport/core/read";
import {
  clock,
  type DocumentOptions,
  documentTree,
  hiddenAdditions,
  noLimits,
  parentOf,
  summaryOf,
  titleOf,
} from "@chatexport/document";
import width from "fast-string-width";
import { flow, remark } from "./blocks.js";
import { inkOf } from "./lines/ink.js";
import type { Layout } from "./lines/layout.js";
import { wrapped } from "./lines/wrap.js";

/** The settings of a session's text: the options of the sink with their defaults. */
export interface TextSettings extends Required<DocumentOptions> {
  color: boolean;
  columns: number | undefined;
}

// As wide as a terminal mostly is, so that a file or a pipe gets the same text everywhere.
const columnsElsewhere = 80;
// Longer lines are hard to read.
const mostColumns = 100;

/** A session as text, line by line; nothing in it can command a terminal. */
export function* sessionText(
  session: Session,
  { color, columns = 0, ...settings }: TextSettings,
): Generator<string> {
  const widest = columns || columnsElsewhere;
  const layout: Layout = {
    ink: inkOf(color),
    detail: settings.detail,
    columns: Math.min(widest, mostColumns),
    widest,
    isTerminal: columns > 0,
    folds: 0,
  };
  for (const line of header(session, settings, layout)) yield `${line}\n`.toWellFormed();
  for (const line of flow(documentTree(session, settings, noLimits), layout))
    yield `${line}\n`.toWellFormed();
}

/** The title of a session and the facts about it. */
function* header(
  session: Session,
  settings: Required<DocumentOptions>,
  layout: Layout,
): Generator<string> {
  const { ink, columns } = layout;
  yield* wrapped(ink.title(safeLine(titleOf(session))), columns);
  const { project, model, source, id, parent } = session;
  const hidden = hiddenAdditions(session, settings);
  const lines = [
    [project?.name, timesOf(session, settings.timezone), model],
    [source, id],
    summaryOf(session),
    [hidden && `${hidden.words} (--detail full)`],
  ];
  for (const facts of lines)
    for (const line of rows(
      facts.map((fact) => safeLine(fact ?? "")),
      columns,
    ))
      yield* wrapped(ink.quiet(line), columns);
  if (parent) yield* remark(parentOf(parent), layout);
  yield "";
}

/** Facts in as few lines as they need; none is broken unless it is wider than a line. */
function rows(facts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    if (fact === "") continue;
    const longer = `${lines.at(-1) ?? ""} · ${fact}`;
    if (lines.length > 0 && width(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(fact);
  }
  return lines;
}

/** "2026-01-31 10:00 – 11:30 UTC" */
function timesOf(
  { startedAt = "", updatedAt = "" }: Session,
  timezone: string,
): string | undefined {
  const [from, to] = [localTime(startedAt, timezone), localTime(updatedAt, timezone)];
  const start = clock(from);
  const end = clock(to, start && from);
  if (start === undefined || end === undefined || start.includes(` ${end} `)) return start ?? end;
  const [zone = ""] = / UTC\S*$/.exec(start) ?? [];
  const isAlike = !end.includes(" ") || end.endsWith(zone);
  return isAlike
    ? `${start.replace(zone, "")} – ${end.replace(zone, "")}${zone}`
    : `${start} – ${end}`;
}
