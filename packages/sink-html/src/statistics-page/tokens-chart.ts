import { type DayCounts, type Statistics, tokensOf } from "@chatexport/document/statistics";
import { html, type Markup } from "../escape.js";
import {
  boxAt,
  type Chart,
  chartWidth,
  colours,
  fitted,
  phoneWidth,
  short,
  textAt,
} from "./chart.js";
import { dayLength, dayName, weekdayOf } from "./days.js";

const left = 48;
const top = 8;
const plotHeight = 150;
const legendLine = 18;
/** From so many days on, columns are weeks, then months. */
const [mostDays, mostWeeks] = [100, 104];
const longestName = 26;

/** A column: a day, a week or a month. */
interface Period {
  name: string;
  /** Tokens by the place of their model in the legend. */
  tokens: number[];
}

/** Tokens by time, each model in its colour; undefined where no store counts them. */
export function tokensChart({ days, models }: Statistics): Chart | undefined {
  const known = models.filter((each) => (tokensOf(each) ?? 0) > 0);
  known.sort((a, b) => (tokensOf(b) ?? 0) - (tokensOf(a) ?? 0));
  const places = new Map(
    known.map(({ model }, index) => [model, Math.min(index, colours - 1)] as const),
  );
  const { unit, periods } = periodsOf(days, places);
  const sums = periods.map(({ tokens }) => tokens.reduce((sum, each) => sum + each, 0));
  const most = Math.max(0, ...sums);
  if (most === 0) return undefined;
  const names = legendOf(known.map(({ model }) => model ?? "not recorded"));
  const scale = roundedUp(most);
  const [first, last] = [periods[0]?.name ?? "", periods.at(-1)?.name ?? ""];
  return {
    title: `Tokens by ${unit} and model`,
    label: `Tokens from ${first} to ${last}, at most ${short(most)} in a ${unit}`,
    ...drawn(periods, names, scale, { width: chartWidth, inLine: 3 }),
    phone: drawn(periods, names, scale, { width: phoneWidth, inLine: 1 }),
  };
}

/** The columns with their scale and legend; `inLine` is the number of names in a line of it. */
function drawn(
  periods: readonly Period[],
  names: readonly string[],
  scale: number,
  { width: whole, inLine }: { width: number; inLine: number },
): Pick<Chart, "height" | "drawing"> {
  const width = (whole - left) / periods.length;
  const bottom = top + plotHeight;
  const columns = periods.map(({ name, tokens }, index) => {
    let y = bottom;
    return tokens.map((count, place) => {
      if (count === 0) return undefined;
      const height = (count / scale) * plotHeight;
      y -= height;
      const box = { x: left + index * width, y, width: Math.max(width - 1, 0.5), height };
      return boxAt(box, `series-${place}`, `${name}: ${short(count)} tokens, ${names[place]}`);
    });
  });
  const legend = names.map((name, place) => {
    const x = left + (place % inLine) * ((whole - left) / inLine);
    const y = bottom + 36 + Math.floor(place / inLine) * legendLine;
    const box = { x, y: y - 9, width: 10, height: 10 };
    return html`${boxAt(box, `series-${place}`, name)}${textAt([x + 16, y], name, "start", "name")}`;
  });
  return {
    height: bottom + 24 + Math.ceil(names.length / inLine) * legendLine,
    drawing: html`${gridOf(scale, whole)}${columns}${textAt([left, bottom + 14], periods[0]?.name ?? "")}${
      periods.length > 1 && textAt([whole, bottom + 14], periods.at(-1)?.name ?? "", "end")
    }${legend}`,
  };
}

function periodsOf(
  days: readonly DayCounts[],
  places: ReadonlyMap<string | undefined, number>,
): { unit: keyof typeof namesBy; periods: Period[] } {
  const used = days.filter(({ models }) => models);
  const [newest, oldest] = [used[0]?.day, used.at(-1)?.day];
  if (newest === undefined || oldest === undefined) return { unit: "day", periods: [] };
  const span = (Date.parse(newest) - Date.parse(oldest)) / dayLength + 1;
  const unit = span <= mostDays ? "day" : span <= mostWeeks * 7 ? "week" : "month";
  const nameOf = namesBy[unit];
  const periods = new Map<string, Period>();
  // Those in which nothing was used are columns, too.
  for (let time = Date.parse(oldest); time <= Date.parse(newest); time += dayLength) {
    const name = nameOf(time);
    if (!periods.has(name)) periods.set(name, { name, tokens: Array(colours).fill(0) });
  }
  for (const { day, models = [] } of used) {
    const tokens = periods.get(nameOf(Date.parse(day)))?.tokens ?? [];
    for (const each of models) {
      const place = places.get(each.model) ?? colours - 1;
      tokens[place] = (tokens[place] ?? 0) + (tokensOf(each) ?? 0);
    }
  }
  return { unit, periods: [...periods.values()] };
}

const namesBy = { day: dayName, week: weekName, month: monthName };

/** The Monday with which a week begins. */
function weekName(time: number): string {
  return dayName(time - weekdayOf(time) * dayLength);
}

function monthName(time: number): string {
  return dayName(time).slice(0, "2026-01".length);
}

/** The next number that is round enough for a scale. */
function roundedUp(number: number): number {
  const unit = 10 ** Math.floor(Math.log10(number));
  return unit * ([1, 1.5, 2, 3, 4, 5, 6, 8].find((factor) => factor * unit >= number) ?? 10);
}

function gridOf(scale: number, width: number): Markup[] {
  return [0, 0.5, 1].map((share) => {
    const y = top + plotHeight * (1 - share);
    return html`<line x1="${left}" x2="${width}" y1="${y}" y2="${y}" class="grid"/>${textAt([left - 6, y + 4], short(scale * share), "end")}`;
  });
}

/** The names of the colours; the last one stands for all that are left. */
function legendOf(models: readonly string[]): string[] {
  const names = models.map((name) => fitted(name, longestName));
  if (names.length <= colours) return names;
  return [...names.slice(0, colours - 1), `${names.length - colours + 1} others`];
}
