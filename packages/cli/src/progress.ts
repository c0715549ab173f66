import { fit } from "./terminal.js";

/** Tells on standard error how far a long job is. */
export interface Progress {
  /** Says what is being done, and which share of it is done, from 0 to 1. */
  update(text: string, share?: number): void;
  /** Makes way for other text. */
  end(): void;
}

const barColumns = 20;
const clearLine = "\r\u001b[2K";

/**
 * After a second, one line that changes on a terminal; elsewhere a line every ten seconds. Not
 * from a library: those that draw bars take over the keyboard, and Ctrl-C ends the program there.
 */
export function startProgress(stderr: NodeJS.WriteStream, visible: boolean): Progress {
  if (!visible) return { update() {}, end() {} };
  const { isTTY } = stderr;
  let line = "";
  let isDrawn = false;
  const timer = setInterval(
    () => {
      stderr.write(isTTY ? clearLine + fit(line, (stderr.columns || 80) - 1) : `${line}\n`);
      isDrawn = true;
    },
    isTTY ? 1000 : 10_000,
  ).unref();

  return {
    update(text, share) {
      line = share === undefined || !isTTY ? text : `${bar(share)} ${text}`;
    },
    end() {
      clearInterval(timer);
      if (isTTY && isDrawn) stderr.write(clearLine);
    },
  };
}

function bar(share: number): string {
  const full = Math.round(Math.min(share, 1) * barColumns);
  return "█".repeat(full) + "░".repeat(barColumns - full);
}
