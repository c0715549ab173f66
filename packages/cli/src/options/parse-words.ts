import type { ToolKind } from "@chatexport/core";
import { nearestWord, unknownWord, usageError } from "../terminal/cli-error.js";

/** The kinds of tools, the frequent ones first. Help has to show them without a package of ours. */
export const toolKinds = [
  "execute",
  "edit",
  "delete",
  "move",
  "read",
  "search",
  "fetch",
  "plan",
  "question",
  "task",
  "think",
  "other",
] as const satisfies readonly ToolKind[];

/** People write a list with commas, too. */
export function eachWord(words: string): string[] {
  return words.split(",");
}

/** Tools have names of their own, which are not known in advance; a word like a kind is one. */
export function parseTool(word: string): string {
  const isLikeKind = /^[a-z]+$/.test(word) && nearestWord(word, toolKinds) !== undefined;
  return isLikeKind ? oneOf("--tool", toolKinds)(word) : word;
}

/** Takes only these words; throws a usage error for any other. */
export function oneOf(flag: string, words: readonly string[]) {
  return (word: string): string => {
    if (!words.includes(word)) throw unknownWord(`value of ${flag}`, word, words);
    return word;
  };
}

/** Reads a number above 0; throws a usage error when it is something else. */
export function parseCount(flag: string) {
  return (word: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(word))
      throw usageError(`${flag} takes a whole number from 1 to 999999999, not '${word}'.`);
    return Number(word);
  };
}

/** Reads which part of how many is meant, "3/64"; throws a usage error when it is something else. */
export function parseShard(word: string): string {
  const [, part, all] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(word) ?? [];
  if (part === undefined || Number(part) > Number(all))
    throw usageError(`--shard takes a part of the whole such as 3/64, not '${word}'.`);
  return word;
}

/** One `--option NAME.KEY=VALUE`. */
export interface PluginSetting {
  plugin: string;
  key: string;
  value: string;
  /** Options of the plugin of unified that the value names. */
  options?: Readonly<Record<string, unknown>>;
  /** The file where it stands; all runs find it there, so that the plugin may be none of this run. */
  file?: string;
}

/** Reads `NAME.KEY=VALUE`; throws a usage error when it is something else. */
export function parseSetting(word: string): PluginSetting {
  const [, plugin, key, value] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(word) ?? [];
  if (plugin === undefined || key === undefined || value === undefined) {
    throw usageError(`--option takes NAME.KEY=VALUE, as in markdown.detail=full, not '${word}'.`);
  }
  return { plugin, key, value };
}

/**
 * The name of a time zone; `local` is the one of this machine, whose name an archive remembers. Throws a
 * usage error for any other word.
 */
export function parseTimezone(word: string): string {
  if (word === "local") return Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return Intl.DateTimeFormat("en", { timeZone: word }).resolvedOptions().timeZone;
  } catch {
    const names = Intl.supportedValuesOf("timeZone");
    const city = `/${word.toLowerCase()}`;
    const nearest =
      names.find((name) => name.toLowerCase().endsWith(city)) ?? nearestWord(word, names);
    const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    throw usageError(
      `'${word}' is not a time zone; write UTC, local, or a name such as Europe/Zurich.${hint}`,
    );
  }
}

const hour = 3_600_000;
const day = 24 * hour;

const daysBefore: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["yesterday", 1],
]);
const span = /^(\d{1,6})([hdw])$/;
const date = /^\d{4}(?:-\d{2}){0,2}$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * The moment, in milliseconds since 1970, that a day (2026-01-31, today, yesterday), a month (2026-01),
 * a year (2026), an RFC 3339 time or a span before now (12h, 7d, 2w) means. Of what takes longer it is
 * the first or the last moment. All is in UTC.
 */
export function parseTime(word: string, edge: "first" | "last", now = Date.now()): number {
  const [, count, unit] = span.exec(word) ?? [];
  if (count !== undefined) {
    return now - Number(count) * (unit === "h" ? hour : unit === "d" ? day : 7 * day);
  }
  const before = daysBefore.get(word.toLowerCase());
  const text = before === undefined ? word : dayOf(now - before * day);
  const moment = date.test(text) || time.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse takes the 31st of every month for a day of the next one.
  if (Number.isNaN(moment) || !isCalendarDay(text.slice(0, 10))) {
    throw usageError(
      `'${word}' is not a time; write 2026-01-31, 2026-01, 2026, today, yesterday or 2026-01-31T14:00:00Z (in UTC), or 12h, 7d or 2w for a span before now.`,
    );
  }
  return date.test(text) && edge === "last" ? endOf(text) - 1 : moment;
}

/** The day of a moment in UTC: "2026-01-31". */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

function endOf(text: string): number {
  const [year = 0, month, dayOfMonth] = text.split("-").map(Number);
  if (month === undefined) return Date.UTC(year + 1, 0);
  return dayOfMonth === undefined
    ? Date.UTC(year, month)
    : Date.UTC(year, month - 1, dayOfMonth + 1);
}

/** Whether there is such a day, month or year. */
function isCalendarDay(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}
