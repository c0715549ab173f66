import { type Decided, decidedLine, type Finding } from "@chatexport/redact";
import { wrapAnsi } from "fast-wrap-ansi";
import type { ScreenSize } from "../../terminal/full-screen.js";
import type { Colors } from "../../terminal/text-style.js";
import { excerpt, headOf, linesAround } from "./finding-texts.js";

/** The state of a review. */
export interface ReviewState {
  /** The number of the finding, from 1. */
  number: number;
  of: number;
  /** All that is decided with the choice under the cursor. */
  decided: readonly Decided[];
  labels: readonly string[];
  cursor: number;
  canUndo: boolean;
}

/** A terminal to draw for. */
export interface Canvas extends ScreenSize {
  colors: Colors;
}

/** From so many rows on, there is room for blank lines. */
const roomy = 18;

/** A finding at its place, its replacement on the page, and the choices. */
export function findingPicture(
  finding: Finding,
  { number, of, decided, labels, cursor, canUndo }: ReviewState,
  { columns, rows, colors }: Canvas,
): string {
  const wrapped = (text: string, most: number) =>
    wrapAnsi(text, columns, { hard: true }).split("\n").slice(0, most);
  const head = wrapped(`${colors.bold(`${number} of ${of}`)}  ${headOf(finding)}`, 2);
  const left = Math.max(2, rows - head.length - labels.length - 1);
  const most = Math.min(4, Math.ceil(left / 2));
  const context = linesAround(finding, { columns, most, colors });
  const mostSaid = Math.min(3, left - most);
  const said = `${colors.bold("The page will say:")} ${saidOf(finding, decided, columns * mostSaid)}`;
  const choices = labels.map((label, index) =>
    index === cursor ? `${colors.green("●")} ${label}` : colors.dim(`○ ${label}`),
  );
  const keys = keysLine("decides", canUndo, colors);
  return joined([head, context, wrapped(said, mostSaid), choices, [keys]], rows);
}

/** The last look before something is written. */
export function endPicture(decided: number, { columns, rows, colors }: Canvas): string {
  const head = wrapAnsi(`${colors.bold(`${decided} of ${decided}`)}  All is decided.`, columns);
  return joined([[head], [keysLine("writes it", true, colors)]], rows);
}

function keysLine(enter: string, canUndo: boolean, colors: Colors): string {
  return colors.dim([`Enter ${enter}`, ...(canUndo ? ["u undoes"] : []), "Esc stops"].join(", "));
}

function joined(blocks: readonly (readonly string[])[], rows: number): string {
  return blocks.map((lines) => lines.join("\n")).join(rows < roomy ? "\n" : "\n\n");
}

/** The line of a finding after the review, so much of it as fits. */
function saidOf(finding: Finding, decided: readonly Decided[], room: number): string {
  const line = decidedLine(finding, decided);
  const start = decidedLine({ ...finding, text: "", after: "" }, decided).length;
  // Words do not fill their lines, and the first line begins with other words.
  const width = Math.floor((room - 19) * 0.9);
  const parts = { before: line.slice(0, start), text: "", after: line.slice(start) };
  return excerpt(parts, width).join("");
}
