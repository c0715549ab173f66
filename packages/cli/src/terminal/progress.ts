import { fit, formatBytes, formatCount, plural } from "@chatexport/sink-terminal/format";
import width from "fast-string-width";
import { canRedraw } from "./text-style.js";

/** Tells on standard error how far a long job is. */
export interface Progress {
  /** Says what is being done, or how far a job over sessions is. */
  update(state: string | Advance): void;
  /** Makes way for other text, and comes back after it. */
  clear(): void;
  /** Makes way for good. */
  end(): void;
}

const clearLine = "\r\u001b[2K";
const stopping = "Stopping … Ctrl-C again ends at once.";
/** In milliseconds: a short job needs no bar, and a bar has to move. */
const pace = { firstDrawing: 1000, drawing: 200, line: 10_000 };

/**
 * On a terminal alone: after a second, one line that changes; where it cannot, a line every ten seconds.
 * Not from a library: those that draw bars take over the keyboard, and Ctrl-C ends the program there.
 */
export function startProgress({
  stderr,
  isVisible,
  signal,
}: {
  stderr: NodeJS.WriteStream;
  isVisible: boolean;
  /** Once it is given, the job only finishes what it has in hand. */
  signal: AbortSignal;
}): Progress {
  if (!isVisible || !stderr.isTTY) return { update() {}, clear() {}, end() {} };
  const start = performance.now();
  let state: string | Advance = "";
  let drawn = "";

  const line = (seconds: number): string =>
    typeof state === "string" ? state : plainLine(state, seconds);
  const picture = (seconds: number): string => {
    const columns = (stderr.columns || 80) - 1;
    if (signal.aborted) return fit(stopping, columns);
    return typeof state === "string" ? fit(state, columns) : barLine(state, seconds, columns);
  };
  const draw = () => {
    const milliseconds = performance.now() - start;
    if (milliseconds < pace.firstDrawing) return;
    const next = picture(milliseconds / 1000);
    if (next !== drawn) stderr.write(clearLine + next);
    drawn = next;
  };
  const clear = () => {
    if (drawn !== "") stderr.write(clearLine);
    drawn = "";
  };

  const timer = canRedraw(stderr)
    ? setInterval(draw, pace.drawing)
    : setInterval(() => {
        stderr.write(`${line((performance.now() - start) / 1000)}\n`);
      }, pace.line);
  timer.unref();
  // The second Ctrl-C ends the program in the middle of a line.
  process.once("exit", clear);
  return {
    update: (next) => {
      state = next;
    },
    clear,
    end() {
      clearInterval(timer);
      process.off("exit", clear);
      clear();
    },
  };
}

/** The progress of a job over sessions. */
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
// Before either, a guess would jump.
const beforeGuess = { seconds: 3, share: 0.05 };

/** The progress of a job after so many seconds, as a line of a log. */
export function plainLine(advance: Advance, seconds: number): string {
  const { count, percent, rate, rest } = factsOf(advance, seconds);
  return [count, percent, ...rate, ...rest].join(", ");
}

/** The progress of a job after so many seconds, with a bar, in so many columns. */
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
  const isGuessable = share >= beforeGuess.share && seconds >= beforeGuess.seconds;
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
