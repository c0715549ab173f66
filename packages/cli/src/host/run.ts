import { type Diagnostic, safeLine } from "@chatexport/core";
import type { ContentOptions, OptionsOf } from "../options/option-table.js";
import { interruption } from "../terminal/interruption.js";
import { type Messages, openMessages } from "../terminal/messages.js";
import { type ContentRules, contentFor } from "./content/content-rules.js";
import { type Redaction, redactionFor } from "./content/redaction.js";

export { interrupted } from "../terminal/interruption.js";

/** What a command and the work that it starts have in common. */
export interface Run {
  messages: Messages;
  /** All that was reported, in that order. */
  diagnostics: Diagnostic[];
  report(diagnostic: Diagnostic): void;
  redaction: Redaction;
  /** What is hidden and masked in sessions before they are shown. */
  content: ContentRules;
  /** Given by the first Ctrl-C, or when the system ends the program; the second one ends it at once. */
  signal: AbortSignal;
}

/** Starts a run. */
export async function startRun(options: OptionsOf<"list"> & Partial<ContentOptions>): Promise<Run> {
  const diagnostics: Diagnostic[] = [];
  const signal = interruption();
  const messages = openMessages(options, signal);
  // A file of options in a folder that is not the user's own should not be a surprise.
  if (options.config !== undefined)
    messages.say(messages.colors.dim(`Options from ${safeLine(options.config)}.`));
  if (options.redactPaths && !options.redact)
    messages.warn("warning", "--redact-paths has no effect with --no-redact.");
  const redaction = await redactionFor(options);
  return {
    redaction,
    content: contentFor(options, redaction),
    messages,
    diagnostics,
    report: (diagnostic) => void diagnostics.push(diagnostic),
    signal,
  };
}

/** Whether an error was reported: something that was asked for is lost. */
export function hasErrors({ diagnostics }: Pick<Run, "diagnostics">): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Says which options change nothing about what is written, since it is always whole and in UTC. */
export function warnOfNoEffect(
  options: readonly string[],
  whole: string,
  { warn }: Pick<Messages, "warn">,
): void {
  for (const name of options) {
    const always = name === "timezone" ? "in UTC" : "whole";
    warn("warning", `--${name} has no effect: ${whole} is always ${always}.`);
  }
}
