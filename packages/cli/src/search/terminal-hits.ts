import { safeLine } from "@chatexport/core";
import width from "fast-string-width";
import { formatCount } from "../numbers.js";
import { lastDay } from "../session-table.js";
import type { Colors } from "../terminal/colors.js";
import { fit, padEnd, widest } from "../terminal/fit.js";
import type { TextStyle } from "../terminal/text-style.js";
import { fittingLine } from "./fitting-line.js";
import type { FoundPart } from "./found-parts.js";
import { labelOf, minuteOf, placesOf } from "./labels.js";
import type { FoundSession } from "./search-sessions.js";

type TerminalStyle = Required<TextStyle>;

const gap = "  ";
const longestLabel = 14;

/**
 * The hits of a session for a person: a heading, and a line for each part with the first line that was
 * found in it and how many more there are.
 */
export function terminalHits(found: FoundSession, shortId: string, style: TerminalStyle): string {
  const parts = [...found.parts];
  const day = lastDay(found.session) || lastDay(found.ref);
  const shown = shownTimes(
    parts.map(({ part }) => minuteOf(part) ?? ""),
    day,
  );
  const most = Math.min(longestLabel, Math.floor(style.columns / 4));
  const labels = parts.map(({ part }) => fit(labelOf(part), most));
  const timeColumns = widest(shown);
  const labelColumns = widest(labels);
  const lines = parts.map((part, index) => {
    const before = gap + padEnd(shown[index] ?? "", timeColumns) + (timeColumns > 0 ? gap : "");
    const label = padEnd(labels[index] ?? "", labelColumns);
    const rest = style.columns - width(before) - labelColumns - gap.length;
    const { dim, green } = style.colors;
    return dim(before) + green(label) + gap + partLine(part, rest, style.colors);
  });
  return [heading(found, day, shortId, style), ...lines].map((line) => `${line}\n`).join("");
}

/** Times without what the heading says of all of them: the day, or at least the year. */
function shownTimes(times: readonly string[], day: string): string[] {
  const shared = [`${day} `, day.slice(0, 5)].find((start) =>
    times.every((time) => time === "" || time.startsWith(start)),
  );
  return times.map((time) => time.slice(shared?.length));
}

function heading(
  { session }: FoundSession,
  day: string,
  shortId: string,
  { columns, colors }: TerminalStyle,
): string {
  const project = fit(safeLine(session.project?.name ?? ""), Math.floor(columns / 4));
  const before = [day, shortId, project].filter((text) => text !== "");
  const taken = before.reduce((sum, text) => sum + width(text) + gap.length, 0);
  const title = fit(safeLine(session.title ?? ""), Math.max(columns - taken, 1));
  const colored = [
    colors.dim(day),
    colors.yellow(shortId),
    project && colors.cyan(project),
    title && colors.bold(title),
  ];
  return colored.filter((text) => text !== "").join(gap);
}

function partLine({ part, lines }: FoundPart, columns: number, colors: Colors): string {
  const [first] = lines;
  if (!first) return "";
  const places = placesOf(part)
    .map((place) => `${place}: `)
    .join("");
  const others = lines.length - 1;
  const more = others > 0 ? ` +${formatCount(others)}` : "";
  const noun = others > 0 ? ` line${others === 1 ? "" : "s"}` : "";
  const rest = columns - width(places) - width(more + noun);
  // In a narrow terminal what was found comes first.
  if (rest < 16) return fittingLine(first, columns - width(more), colors) + colors.dim(more);
  return colors.dim(places) + fittingLine(first, rest, colors) + colors.dim(more + noun);
}
