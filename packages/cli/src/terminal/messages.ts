import type { Diagnostic } from "@chatexport/core";
import { type Progress, startProgress } from "./progress.js";
import { type Colors, colorsFor } from "./text-style.js";
import { withUnbrokenWords } from "./unbroken-words.js";

/** What the program says to a person, all of it on standard error. */
export interface Messages {
  readonly colors: Colors;
  /**
   * Says something; with `--quiet` nothing is said but errors. What is to be copied `asIs` is not broken
   * where the terminal is too narrow.
   */
  say(line: string, asIs?: boolean): void;
  /** Says that something is wrong. */
  warn(severity: Diagnostic["severity"], line: string): void;
  /** Shows how far a long job is, unless its output is on the same screen. */
  progress(isOnScreen?: boolean): Progress;
}

/** Opens standard error for people; `signal` says that what is under way comes to an end. */
export function openMessages(
  { quiet, color, json }: { quiet?: boolean; color: boolean; json?: boolean },
  signal: AbortSignal,
): Messages {
  const { stderr } = process;
  const colors = colorsFor(stderr, color);
  const prefixes = {
    error: colors.red("error:"),
    warning: colors.yellow("warning:"),
    info: colors.dim("note:"),
  };
  let progress: Progress | undefined;
  const write = (line: string) => {
    progress?.clear();
    stderr.write(`${line}\n`);
  };
  const folded = (line: string) => withUnbrokenWords(line, stderr);
  return {
    colors,
    say(line, asIs = false) {
      if (!quiet) write(asIs ? line : folded(line));
    },
    warn(severity, line) {
      if (!quiet || severity === "error") write(folded(`${prefixes[severity]} ${line}`));
    },
    progress(isOnScreen = false) {
      progress = startProgress({ stderr, isVisible: !quiet && !json && !isOnScreen, signal });
      return progress;
    },
  };
}
