import type { Diagnostic } from "@chatexport/core";
import type { ListOptions } from "./options.js";
import { type Progress, startProgress } from "./progress.js";
import { type Colors, colorsFor } from "./terminal.js";

/** What the program says to a person, all of it on standard error. */
export interface Messages {
  readonly colors: Colors;
  /** Says something; with `--quiet` nothing is said but errors. */
  say(line: string): void;
  /** Says that something is wrong. */
  warn(severity: Diagnostic["severity"], line: string): void;
  /** Shows how far a long job is, unless its output is on the same screen. */
  progress(isOnScreen?: boolean): Progress;
}

/** Opens standard error for people. */
export function openMessages({ quiet, color, json }: ListOptions): Messages {
  const { stderr } = process;
  const colors = colorsFor(stderr, color);
  const prefixes = {
    error: colors.red("error:"),
    warning: colors.yellow("warning:"),
    info: colors.dim("note:"),
  };
  return {
    colors,
    say(line) {
      if (!quiet) stderr.write(`${line}\n`);
    },
    warn(severity, line) {
      if (!quiet || severity === "error") stderr.write(`${prefixes[severity]} ${line}\n`);
    },
    progress: (isOnScreen = false) => startProgress(stderr, !quiet && !json && !isOnScreen),
  };
}
