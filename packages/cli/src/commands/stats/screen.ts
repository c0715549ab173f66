import { fit, fitMiddle, padEnd, padStart, plural, widest } from "@chatexport/sink-terminal/format";
import type { Colors, TextStyle } from "../../terminal/text-style.js";
import { costFacts, type Fact, headline } from "./overview.js";
import { nameOf, type Section, type SectionRow } from "./section-text.js";
import { sectionsOf } from "./sections.js";
import { numbersFor, type StatsReport } from "./stats-report.js";
import { timeChart } from "./time-chart.js";

const gap = 4;
const mostRows = 5;
const leastForTwo = 72;
const widestList = 60;
const nameShare = 0.5;
const shortestBar = 4;

/** A terminal with so many columns. */
type Terminal = Required<TextStyle>;

/** Statistics on one screen of a terminal, in blocks: what there is, when it was, and the most of it. */
export function screenOf(report: StatsReport, scope: string, style: Terminal): string[] {
  const { columns, colors } = style;
  const lists = sectionsOf(report, numbersFor(style)).filter(
    // A single tool has as much as all together.
    ({ title, rows }) => title !== "Days" && (title !== "Tools" || rows.length > 1),
  );
  const listed = lists.map((section) => listOf(section, roomFor(columns), colors));
  return [
    [fit(headline(report, scope), columns)].map(colors.bold),
    ...beside(
      factLines(amounts(report, style), style),
      factLines(tokens(report, style), style),
      columns,
    ),
    timeChart(report.days, style),
    ...pairs(listed).flatMap(([left = [], right = []]) => beside(left, right, columns)),
    remarks(report, columns).map(colors.dim),
  ]
    .filter((block) => block.length > 0)
    .map((block) => block.map((line) => `${line.trimEnd()}\n`).join(""));
}

/** Tells if the screen leaves rows out. */
export function isCut({ projects, models, tools, sources }: StatsReport): boolean {
  return [projects, models, tools, sources].some(({ length }) => length > mostRows);
}

function amounts({ total, days }: StatsReport, style: Terminal): Fact[] {
  const { count } = numbersFor(style);
  const { subagents, failedToolCalls } = total;
  return [
    { label: "Sessions", value: count(total.sessions) },
    { label: "Sub-agents", value: subagents > 0 ? count(subagents) : "" },
    { label: "Active days", value: days.length > 0 ? count(days.length) : "" },
    { label: "Prompts", value: count(total.prompts) },
    { label: "Answers", value: count(total.answers) },
    {
      label: "Tool calls",
      value: count(total.toolCalls),
      note: failedToolCalls > 0 ? `${count(failedToolCalls)} failed` : "",
    },
  ];
}

function tokens(report: StatsReport, style: Terminal): Fact[] {
  const { amount } = numbersFor(style);
  const { tokens: { input, output, cacheRead, reasoning } = {}, sessionsWithTokens } = report.total;
  const cached = input && cacheRead ? `${Math.round((cacheRead / input) * 100)} % cached` : "";
  return [
    { label: "Tokens in", value: amount(input), note: cached },
    {
      label: "Tokens out",
      value: amount(output),
      note: reasoning ? `${amount(reasoning)} reasoning` : "",
    },
    { label: "Tokens", value: sessionsWithTokens === 0 ? "unknown" : "" },
    ...costFacts(report),
  ];
}

function factLines(all: readonly Fact[], { columns, colors }: Terminal): string[] {
  const facts = all.filter(({ value }) => value !== "");
  const [labels, values] = [
    widest(facts.map(({ label }) => label)),
    widest(facts.map(({ value }) => value)),
  ];
  return facts.flatMap(({ label, value, note = "" }) => {
    const line = `${padEnd(label, labels)}  ${padStart(value, values)}`;
    if (note === "") return line;
    const isFitting = widest([line]) + 2 + widest([note]) <= columns;
    return isFitting
      ? `${line}  ${colors.dim(note)}`
      : [line, `  ${colors.dim(fit(note, columns - 2))}`];
  });
}

/** Two blocks of lines side by side as one, or one after the other where they do not fit. */
function beside(left: string[], right: string[], columns: number): string[][] {
  const leftmost = widest(left) + gap;
  const rightmost = columns - widest(right);
  if (leftmost > rightmost || right.length === 0) return [left, right];
  // The second column begins where it does in other blocks, if it can.
  const start = Math.max(leftmost, Math.min(roomFor(columns) + gap, rightmost));
  const length = Math.max(left.length, right.length);
  return [Array.from({ length }, (_, at) => padEnd(left[at] ?? "", start) + (right[at] ?? ""))];
}

/** The columns of a list, of which a wide terminal has two side by side. */
function roomFor(columns: number): number {
  return Math.min(columns < leastForTwo ? columns : Math.floor((columns - gap) / 2), widestList);
}

function pairs<Item>(items: readonly Item[]): Item[][] {
  return items.flatMap((_, at) => (at % 2 === 0 ? [items.slice(at, at + 2)] : []));
}

/** The first rows of a section with bars, in so many columns. */
function listOf({ title, columns, rows }: Section, room: number, colors: Colors): string[] {
  const shown = rows.slice(0, mostRows);
  const most = Math.max(1, ...shown.map(({ measure }) => measure));
  const numbers = widest([columns[1], ...shown.map((row) => row.numbers[1])]);
  const notes = widest(shown.map(noteOf));
  const names = Math.min(widest([title, ...shown.map(nameOf)]), Math.floor(room * nameShare));
  const bars = room - names - numbers - notes - (notes > 0 ? 3 : 2) * 2;
  const header = `${colors.bold(padEnd(title, names))}  ${colors.dim(padStart(columns[1], numbers))}`;
  const lines = shown.map((row) => {
    const name = padEnd(fitMiddle(nameOf(row), names), names);
    const bar = bars < shortestBar ? "" : barOf(row.measure / most, bars);
    const failed = noteOf(row);
    const parts = [
      row.name === undefined ? colors.dim(name) : name,
      padStart(row.numbers[1], numbers),
      colors.cyan(failed === "" ? bar : padEnd(bar, bars)),
      ...(failed === "" ? [] : [colors.dim(failed)]),
    ];
    return parts.join("  ");
  });
  const rest = rows.length - shown.length;
  return [header, ...lines, ...(rest > 0 ? [colors.dim(`… and ${rest} more`)] : [])];
}

function noteOf({ failed = 0 }: SectionRow): string {
  return failed > 0 ? `${failed} failed` : "";
}

/** The gaps in the numbers, in a few words. */
function remarks({ total, undated, copied, priced }: StatsReport, columns: number): string[] {
  const { sessions, sessionsWithTokens } = total;
  const unpriced = priced?.unpriced?.length ?? 0;
  const known = sessionsWithTokens > 0 && sessionsWithTokens < sessions;
  const all = [
    ...(known ? [`tokens known for ${sessionsWithTokens} of ${plural(sessions, "session")}`] : []),
    ...(unpriced > 0 ? [`${plural(unpriced, "model")} without a price`] : []),
    ...(undated > 0 ? [`${plural(undated, "message")} without a time`] : []),
    ...(copied > 0 ? [`${plural(copied, "copied message")} counted once`] : []),
  ];
  const lines: string[] = [];
  for (const remark of all) {
    const joined = [...lines.slice(-1), remark].join(" · ");
    if (lines.length > 0 && widest([joined]) <= columns) lines.splice(-1, 1, joined);
    else lines.push(fit(remark, columns));
  }
  return lines;
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar that shows a share, from 0 to 1, of so many columns; what is more than nothing shows. */
function barOf(share: number, columns: number): string {
  if (share <= 0) return "";
  const length = Math.max(1, Math.round(share * columns * 8));
  return "█".repeat(Math.floor(length / 8)) + eighths[length % 8];
}
