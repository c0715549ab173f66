import { defined, safeLine, withoutEscapeSequences } from "@chatexport/core";
import { localTime } from "@chatexport/core/read";
import { type Excerpt, isSaid, type PartLabel } from "@chatexport/document/search";
import {
  fit,
  fitEndWords,
  fitWords,
  formatCount,
  padEnd,
  plural,
  widest,
} from "@chatexport/sink-terminal/format";
import width from "fast-string-width";
import { lastDay } from "../../terminal/session-table.js";
import type { Colors, TextStyle } from "../../terminal/text-style.js";
import { type Scored, scoredBy } from "./score.js";
import type { SessionHits } from "./search-sessions.js";

type TerminalStyle = Required<TextStyle> & { timezone: string };

const gap = "  ";
const longestLabel = 14;
/** Without one session being asked for, more of each is too much to read. */
const mostRows = 10;
/** In a narrow terminal what was found comes first. */
const narrow = 60;

/** The hits of a session, for a person. */
export interface TerminalHits extends Scored {
  widths: Widths;
  /** A heading, then a line for each part, with at most so many hits. */
  text(most: number, widths: Widths): string;
}

/** Columns that the longest name of a project, the longest time and the longest label take. */
interface Widths {
  project: number;
  time: number;
  label: number;
}

/** The widths that the hits of several sessions need, which are shown one below the other. */
export function widthsOf(all: readonly TerminalHits[]): Widths {
  return all.reduce(
    ({ project, time, label }, { widths }) => ({
      project: Math.max(project, widths.project),
      time: Math.max(time, widths.time),
      label: Math.max(label, widths.label),
    }),
    { project: 0, time: 0, label: 0 },
  );
}

/** A part in which something was found, or a line of it with those around it. */
interface Row {
  time: string;
  label: string;
  asides: string;
  /** Its first line. */
  first: Excerpt;
  /** Lines in which it was found. */
  count: number;
}

/**
 * Keeps what is shown of a session, what was said first; of one among others not everything, which it says. The
 * columns of the style are those of the time when it is shown.
 */
export function terminalHits(
  found: SessionHits,
  shortId: string,
  isOnlySession: boolean,
  style: TerminalStyle,
): TerminalHits {
  const { ref, session } = found;
  const { timezone } = style;
  const day = lastDay(session, timezone) || lastDay(ref, timezone);
  const most = isOnlySession ? Number.POSITIVE_INFINITY : mostRows;
  const said: Row[] = [];
  const others: Row[] = [];
  const score = scoredBy(found, (each) => {
    const rows = isSaid(each.part) ? said : others;
    if (rows.length >= most) return;
    const { part, lines } = each;
    // With lines around it, each hit has a row.
    const hasContext = lines[0]?.before !== undefined;
    const count = hasContext ? 1 : each.count;
    for (const line of lines.slice(0, hasContext ? most - rows.length : 1))
      rows.push(rowOf(part, line, count, { day, timezone }));
  });
  const { count } = score;
  const rows = [...said, ...others].slice(0, most);
  return {
    ...score,
    widths: {
      project: width(projectOf(session)),
      time: widest(rows.map(({ time }) => time)),
      label: widest(rows.map(({ label }) => label)),
    },
    text(most, widths) {
      const lines = [heading(session, day, shortId, count, widths, style)];
      let shown = 0;
      for (const row of rows) {
        if (shown >= most) break;
        if (shown > 0 && isApart(row.first)) lines.push(style.colors.dim(gap + apart));
        shown += row.count;
        lines.push(...rowLines(row, widths, style));
      }
      const hidden = count - shown;
      const all = `${gap}… ${formatCount(hidden)} more: --session ${shortId}`;
      if (hidden > 0 && shown < most) lines.push(style.colors.dim(fit(all, style.columns)));
      return lines.map((line) => `${line}\n`).join("");
    },
  };
}

function rowOf(
  part: PartLabel,
  first: Excerpt,
  count: number,
  { day, timezone }: { day: string; timezone: string },
): Row {
  return {
    time: shownTime(minuteOf(part, timezone) ?? "", day),
    label: fit(labelOf(part), longestLabel),
    asides: asidesOf(part).reduce((text, place) => `${text}${place}: `, ""),
    first: {
      ...first,
      ...defined({ before: first.before?.map(copied), after: first.after?.map(copied) }),
      text: copied(first.text),
    },
    count,
  };
}

/** The same text: a slice would keep the whole text of the session in memory. */
function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** A time without what the heading says of it: the day, or at least the year. */
function shownTime(time: string, day: string): string {
  if (day !== "" && time.startsWith(`${day} `)) return time.slice(day.length + 1);
  return time.startsWith(day.slice(0, 5)) ? time.slice(5) : time.slice(0, 10);
}

function rowLines(row: Row, widths: Widths, { columns, colors }: TerminalStyle): string[] {
  const labelColumns = Math.min(widths.label, Math.floor(columns / 4));
  const time = columns < narrow ? row.time.slice(-5).padStart(5) : row.time.padStart(widths.time);
  const before = gap + time + gap;
  const label = padEnd(fit(row.label, labelColumns), labelColumns);
  const rest = columns - width(before) - labelColumns - gap.length;
  const { before: above = [], after: below = [] } = row.first;
  const indent = " ".repeat(columns - rest);
  const around = (text: string) => colors.dim(`${indent}${fit(safeLine(text), rest)}`.trimEnd());
  return [
    ...above.map(around),
    colors.dim(before) + colors.green(label) + gap + rowText(row, rest, colors),
    ...below.map(around),
  ];
}

/** Between hits that are apart, where lines around them are shown. */
export const apart = "--";

/** Tells if something has to part a hit, with the lines around it, from the one before. */
export function isApart({ before, isNext }: Excerpt): boolean {
  return before !== undefined && !isNext;
}

function heading(
  session: SessionHits["session"],
  day: string,
  shortId: string,
  count: number,
  widths: Widths,
  { columns, colors }: TerminalStyle,
): string {
  // In a narrow terminal the title comes first.
  const room = columns < narrow ? 0 : Math.min(widths.project, Math.floor(columns / 4));
  const project = padEnd(fit(projectOf(session), room), room);
  const hits = columns < narrow || count === 0 ? "" : plural(count, "hit");
  const around = [day, shortId, project, hits].filter((text) => text !== "");
  const taken = around.reduce((sum, text) => sum + width(text) + gap.length, 0);
  const title = fitWords(safeLine(session.title ?? ""), Math.max(columns - taken, 1));
  const colored = [...(day === "" ? [] : [colors.dim(day)]), colors.yellow(shortId)];
  if (project !== "") colored.push(colors.cyan(project));
  if (title !== "") colored.push(colors.bold(title));
  if (hits !== "") colored.push(colors.dim(hits));
  return colored.join(gap);
}

function projectOf({ project }: SessionHits["session"]): string {
  return safeLine(project?.name ?? "");
}

function rowText({ asides, first, count }: Row, columns: number, colors: Colors): string {
  const others = count - 1;
  const more = others > 0 ? ` +${formatCount(others)}` : "";
  const noun = others > 0 ? ` line${others === 1 ? "" : "s"}` : "";
  const rest = columns - width(asides) - width(more + noun);
  // In a narrow terminal what was found comes first.
  if (rest < 16) return fittingLine(first, columns - width(more), colors) + colors.dim(more);
  return colors.dim(asides) + fittingLine(first, rest, colors) + colors.dim(more + noun);
}

/** The speaker in one word, as far as it goes: of a tool its own name. */
export function labelOf({ in: place, role, call }: PartLabel): string {
  if (call) return safeLine(call.name) || call.kind;
  if (place === "reasoning") return "thought";
  return role === undefined || (role === "tool" && place === "file") ? place : role;
}

/** The places of a hit off the main line of the session. */
export function asidesOf({ subagent, branch }: PartLabel): string[] {
  return [...(subagent ? ["sub-agent"] : []), ...(branch ? ["branch"] : [])];
}

/** The time in a time zone, to the minute, of a message that has one. */
export function minuteOf({ message }: PartLabel, timezone: string): string | undefined {
  const { createdAt } = message ?? {};
  return createdAt && safeLine(localTime(createdAt, timezone).slice(0, 16).replace("T", " "));
}

/** As much of an excerpt as fits into so many columns, with what was found in it. */
function fittingLine(excerpt: Excerpt, columns: number, colors: Colors): string {
  const [lead, ...pieces] = piecesOf(excerpt);
  if (!lead) return "";
  const rest = pieces.reduce((sum, { text }) => sum + width(text), 0);
  const room = Math.max(columns - rest, Math.floor(columns / 3));
  let line = rest === 0 ? fitWords(lead.text, columns) : fitEndWords(lead.text, room);
  let left = columns - width(line);
  for (const { text, isMatch } of pieces) {
    if (left <= 0) break;
    const fitting = isMatch ? fit(text, left) : fitWords(text, left);
    left -= width(fitting);
    line += isMatch ? colors.bold(colors.red(fitting)) : fitting;
    if (fitting !== text) break;
  }
  return line;
}

/** The text before the first match, the match, the text up to the next one, and so on. */
function piecesOf({ text, matches }: Excerpt) {
  const pieces: { text: string; isMatch: boolean }[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    pieces.push({ text: text.slice(at, start), isMatch: false });
    pieces.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  pieces.push({ text: text.slice(at), isMatch: false });
  return pieces.map((piece) => ({ ...piece, text: cleanPiece(piece.text) }));
}

/** A piece of a line, made harmless as `clean` does, with the blanks at its ends. */
function cleanPiece(text: string): string {
  const visible = withoutEscapeSequences(text);
  const cleaned = safeLine(visible);
  const isBlank = cleaned === "";
  const before = /^[\p{Cc}\s]/u.test(visible) ? " " : "";
  const after = !isBlank && /[\p{Cc}\s]$/u.test(visible) ? " " : "";
  return before + cleaned + after;
}
