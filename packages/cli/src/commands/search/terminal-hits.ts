import { safeLine, withoutEscapeSequences } from "@chatexport/core";
import type { Excerpt, SessionPart } from "@chatexport/document/search";
import { fit, fitEnd, formatCount, padEnd, widest } from "@chatexport/sink-terminal/format";
import width from "fast-string-width";
import { lastDay } from "../../terminal/session-table.js";
import type { Colors, TextStyle } from "../../terminal/text-style.js";
import type { FoundPart } from "./found-parts.js";
import type { FoundSession } from "./search-sessions.js";

type TerminalStyle = Required<TextStyle>;

const gap = "  ";
const longestLabel = 14;

/** For a person: a heading, then for each part its first line and how many more there are. */
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
  const colored = [colors.dim(day), colors.yellow(shortId)];
  if (project !== "") colored.push(colors.cyan(project));
  if (title !== "") colored.push(colors.bold(title));
  return colored.filter((text) => text !== "").join(gap);
}

function partLine({ part, lines }: FoundPart, columns: number, colors: Colors): string {
  const [first] = lines;
  if (!first) return "";
  const places = asidesOf(part).reduce((text, place) => `${text}${place}: `, "");
  const others = lines.length - 1;
  const more = others > 0 ? ` +${formatCount(others)}` : "";
  const noun = others > 0 ? ` line${others === 1 ? "" : "s"}` : "";
  const rest = columns - width(places) - width(more + noun);
  // In a narrow terminal what was found comes first.
  if (rest < 16) return fittingLine(first, columns - width(more), colors) + colors.dim(more);
  return colors.dim(places) + fittingLine(first, rest, colors) + colors.dim(more + noun);
}

/** Who or what said it, in one word as far as it goes: the tool by its own name. */
export function labelOf({ in: place, role, call }: SessionPart): string {
  if (call) return safeLine(call.name) || call.kind;
  if (place === "reasoning") return "thought";
  return role === undefined || (role === "tool" && place === "file") ? place : role;
}

/** Where else than on the main line of the session something stands. */
export function asidesOf({ subagent, branch }: SessionPart): string[] {
  return [...(subagent ? ["sub-agent"] : []), ...(branch ? ["branch"] : [])];
}

/** The time in UTC, to the minute, of a message that has one. */
export function minuteOf({ message }: SessionPart): string | undefined {
  const { createdAt } = message ?? {};
  return createdAt && safeLine(createdAt.slice(0, 16).replace("T", " "));
}

/** As much of an excerpt as fits into so many columns, with what was found in it. */
function fittingLine(excerpt: Excerpt, columns: number, colors: Colors): string {
  const [lead, ...pieces] = piecesOf(excerpt);
  if (!lead) return "";
  const rest = pieces.reduce((sum, { text }) => sum + width(text), 0);
  const room = Math.max(columns - rest, Math.floor(columns / 3));
  let line = rest === 0 ? fit(lead.text, columns) : fitEnd(lead.text, room);
  let left = columns - width(line);
  for (const { text, isMatch } of pieces) {
    if (left <= 0) break;
    const fitting = fit(text, left);
    left -= width(fitting);
    line += isMatch ? colors.bold(colors.red(fitting)) : fitting;
    if (fitting !== text) break;
  }
  return line;
}

/** What stands before the first match, the match, what is between it and the next one, and so on. */
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
