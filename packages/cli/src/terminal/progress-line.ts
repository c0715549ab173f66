import width from "fast-string-width";
import { formatBytes, formatCount, plural } from "../numbers.js";
import { fit } from "./fit.js";

/** How far a job over sessions is. */
export interface Advance {
  /** Sessions that are done. */
  done: number;
  /** All sessions, done or not. */
  all: number;
  /** Which share of the work is done, from 0 to 1: a large session is more work than a small one. */
  share: number;
  /** Bytes of what is done; absent where the size of a session is not known. */
  bytes?: number;
  /** The project of the session in hand, in harmless words. */
  project?: string;
}

const gap = "  ";
const shortestProject = 6;
// Before that, a guess would jump.
const secondsWithoutGuess = 2;

/** How far a job is after so many seconds, as a line of a log. */
export function plainLine(advance: Advance, seconds: number): string {
  const { count, percent, rate, rest } = factsOf(advance, seconds);
  return [count, percent, ...rate, ...rest].join(", ");
}

/** How far a job is after so many seconds, with a bar, in so many columns. */
export function barLine(advance: Advance, seconds: number, columns: number): string {
  const { count, percent, rate, rest } = factsOf(advance, seconds);
  const short = `${advance.done}/${advance.all}`;
  const withBar = (length: number) => `${bar(advance.share, length)} ${percent.padStart(5)}`;
  const layouts = [
    [withBar(20), count, ...rate, ...rest],
    [withBar(20), count, ...rest],
    [withBar(10), count, ...rest],
    [withBar(10), short, ...rest],
    [percent, short, ...rest],
  ].map((facts) => facts.join(gap));
  const line = layouts.find((layout) => width(layout) <= columns) ?? percent;
  const room = columns - width(line) - gap.length;
  return advance.project && room >= shortestProject
    ? line + gap + fit(advance.project, room)
    : fit(line, columns);
}

function factsOf({ done, all, share, bytes }: Advance, seconds: number) {
  const isGuessable = share > 0 && seconds >= secondsWithoutGuess;
  return {
    count: `${formatCount(done)} of ${plural(all, "session")}`,
    // Not rounded: nothing is complete before its end.
    percent: `${Math.floor(share * 100)} %`,
    rate: done > 0 ? [rateText(done / seconds, bytes && bytes / seconds)] : [],
    rest: isGuessable ? [`${durationText((seconds * (1 - share)) / share)} left`] : [],
  };
}

function rateText(sessionsPerSecond: number, bytesPerSecond: number | undefined): string {
  if (bytesPerSecond) return `${formatBytes(bytesPerSecond)}/s`;
  const digits = sessionsPerSecond < 10 ? 1 : 0;
  return `${sessionsPerSecond.toFixed(digits)} sessions/s`;
}

function durationText(seconds: number): string {
  if (seconds < 100) return `${Math.max(Math.ceil(seconds), 1)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function bar(share: number, length: number): string {
  const full = Math.round(share * length);
  return "█".repeat(full) + "░".repeat(length - full);
}
