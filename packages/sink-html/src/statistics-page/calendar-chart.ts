import { formatCount } from "@chatexport/core/read";
import { type DayCounts, messagesOf } from "@chatexport/document/statistics";
import { html, type Markup } from "../escape.js";
import { boxAt, type Chart, textAt } from "./chart.js";
import { dayLength, dayName, weekdayOf } from "./days.js";

const weeks = 53;
const cell = 11;
const step = 13;
const left = 30;
const top = 18;
const shades = 4;

/** The days of a year, its last week included, each as dark as much was said; undefined without a day. */
export function calendarChart(days: readonly DayCounts[]): Chart | undefined {
  const [latest] = days;
  if (!latest) return undefined;
  const last = Date.parse(latest.day);
  const monday = last - weekdayOf(last) * dayLength;
  const first = monday - (weeks - 1) * 7 * dayLength;
  const shown = days.filter(({ day }) => Date.parse(day) >= first);
  const byDay = new Map(shown.map((each) => [each.day, each]));
  const most = Math.max(...shown.map(messagesOf));
  const cells: Markup[] = [];
  for (let time = first; time <= last; time += dayLength) {
    const day = dayName(time);
    const column = Math.floor((time - first) / (7 * dayLength));
    const place = { x: left + column * step, y: top + weekdayOf(time) * step };
    const counts = byDay.get(day);
    const messages = counts ? messagesOf(counts) : 0;
    const shade = messages === 0 ? 0 : Math.ceil((messages / most) * shades);
    const says = `${day}: ${formatCount(messages)} messages`;
    cells.push(boxAt({ ...place, width: cell, height: cell }, `day-${shade}`, says));
  }
  return {
    title: `Messages by day${shown.length < days.length ? ", last year" : ""}`,
    label: `Messages on ${formatCount(shown.length)} days, ${shown.at(-1)?.day} to ${latest.day}`,
    height: top + 7 * step,
    drawing: html`${monthNames(first)}${weekdayNames}${cells}`,
  };
}

const weekdayNames = ["Mon", "Wed", "Fri"].map((name, index) =>
  textAt([left - 6, top + index * 2 * step + 9], name, "end"),
);

function monthNames(first: number): Markup[] {
  const names: Markup[] = [];
  let before = "";
  for (let week = 0; week < weeks; week++) {
    const date = new Date(first + week * 7 * dayLength);
    const name = date.toLocaleDateString("en", { month: "short", timeZone: "UTC" });
    // A month that has just begun has room for its name only when more weeks of it follow.
    if (name !== before && week < weeks - 2 && date.getUTCDate() <= 7)
      names.push(textAt([left + week * step, 10], name));
    before = name;
  }
  return names;
}
