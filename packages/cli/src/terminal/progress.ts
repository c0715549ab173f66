import { canRedraw } from "./can-redraw.js";
import { fit } from "./fit.js";
import { type Advance, barLine, plainLine } from "./progress-line.js";

/** Tells on standard error how far a long job is. */
export interface Progress {
  /** Says what is being done, or how far a job over sessions is. */
  update(state: string | Advance): void;
  /** Makes way for other text, and comes back after it. */
  clear(): void;
  /** Makes way for good. */
  end(): void;
}

/** Where progress is shown, and what it has to know. */
export interface ProgressPlace {
  stderr: NodeJS.WriteStream;
  isVisible: boolean;
  /** Once it is given, the job only finishes what it has in hand. */
  signal: AbortSignal;
}

const clearLine = "\r\u001b[2K";
const stopping = "Stopping … Ctrl-C again ends at once.";
/** In milliseconds: a short job needs no bar, and a bar has to move. */
const pace = { firstDrawing: 1000, drawing: 200, line: 10_000 };

/**
 * After a second, one line that changes on a terminal; elsewhere a line every ten seconds. Not
 * from a library: those that draw bars take over the keyboard, and Ctrl-C ends the program there.
 */
export function startProgress({ stderr, isVisible, signal }: ProgressPlace): Progress {
  if (!isVisible) return { update() {}, clear() {}, end() {} };
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
