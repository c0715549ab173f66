import { safeLine, withoutEscapeSequences } from "@chatexport/core";
import width from "fast-string-width";
import type { Colors } from "../terminal/colors.js";
import { fit, fitEnd } from "../terminal/fit.js";
import type { Excerpt } from "./excerpt.js";

interface Piece {
  text: string;
  isMatch: boolean;
}

/** As much of an excerpt as fits into so many columns, with what was found in it. */
export function fittingLine(excerpt: Excerpt, columns: number, colors: Colors): string {
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
function piecesOf({ text, matches }: Excerpt): Piece[] {
  const pieces: Piece[] = [];
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
