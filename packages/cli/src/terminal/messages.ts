import type { Diagnostic } from "@chatexport/core";
import { withUnbrokenWords } from "@chatexport/sink-terminal/format";
import { type Progress, startProgress } from "./progress.js";
import { colorsFor } from "./text-style.js";

/** The program's messages to a person, all of them on standard error. */
export type Messages = ReturnType<typeof openMessages>;

/** Opens standard error for people; `signal` says that what is under way comes to an end. */
export function openMessages(
  { quiet, color, json }: { quiet?: boolean; color: boolean; json?: boolean },
  signal: AbortSignal,
) {
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
    /** Says something, unless `--quiet`. What is to be copied `asIs` is not broken into lines. */
    say(line: string, asIs = false): void {
      if (!quiet) write(asIs ? line : folded(line));
    },
    /** Says that something is wrong; with `--quiet` only an error. */
    warn(severity: Diagnostic["severity"], line: string): void {
      if (!quiet || severity === "error") write(folded(`${prefixes[severity]} ${line}`));
    },
    /** Shows how far a long job is, unless its output is on the same screen. */
    progress(isOnScreen = false): Progress {
      progress = startProgress({ stderr, isVisible: !quiet && !json && !isOnScreen, signal });
      return progress;
    },
  };
}
