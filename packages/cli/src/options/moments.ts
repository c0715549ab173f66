import { dayIn, minutesAhead } from "@chatexport/core/read";
import { zoneOf } from "../terminal/time-zone.js";
import type { OptionRow } from "./option-row.js";
import { optionTable } from "./option-table.js";
import type { Edge, TimeWord } from "./parse-time.js";

const minute = 60_000;
const day = 24 * 60 * minute;
const edges = Object.entries<OptionRow>(optionTable).flatMap(([name, { edge }]) =>
  edge === undefined ? [] : ([[name, edge]] as const),
);

/** Options as commands take them: whose day a day is, is known when all of them are. */
export function withMoments(given: object): object {
  const options: { timezone?: string } & Record<string, unknown> = { ...given };
  const now = Date.now();
  for (const [name, edge] of edges) {
    // What `parse` of the row has made of the word.
    const time = options[name] as TimeWord | undefined;
    if (time) options[name] = momentOf(time, edge, zoneOf(options), now);
  }
  return options;
}

/** The moment, in milliseconds since 1970, that a time means whose days are those of a time zone. */
export function momentOf(time: TimeWord, edge: Edge, timezone: string, now: number): number {
  if ("before" in time) return now - time.before;
  if ("moment" in time) return time.moment;
  if ("daysAgo" in time) {
    const from = Date.parse(dayIn(timezone, now)) - time.daysAgo * day;
    return momentOf({ from, to: from + day }, edge, timezone, now);
  }
  return edge === "first" ? startOfDay(time.from, timezone) : startOfDay(time.to, timezone) - 1;
}

/** The first moment of a day of a time zone; of a day that is given as its midnight in UTC. */
export function startOfDay(midnight: number, timezone: string): number {
  // Clocks that change at midnight leave it out, or show it twice.
  const around = [-day, day].map((distance) => minutesAhead(midnight + distance, timezone));
  const moments = around.map((ahead) => midnight - ahead * minute).sort((a, b) => a - b);
  const isThatDay = (moment: number) =>
    moment + minutesAhead(moment, timezone) * minute >= midnight;
  return moments.find(isThatDay) ?? midnight;
}
