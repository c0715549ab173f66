import { type Diagnostic, type ListedSession, present, safeLine } from "@chatexport/core";
import {
  type CommonOptions,
  type ContentOptions,
  longFlag,
  type OptionsOf,
  optionTable,
} from "../options/option-table.js";
import { interruption } from "../terminal/interruption.js";
import { type Messages, openMessages } from "../terminal/messages.js";
import type { Progress } from "../terminal/progress.js";
import { unreadConfigs } from "./config/config-names.js";
import { type ContentRules, contentFor } from "./content/content-rules.js";
import { type Redaction, redactionFor } from "./content/redaction.js";

export { interrupted } from "../terminal/interruption.js";

/** The state that a command shares with the work that it starts. */
export interface Run {
  messages: Messages;
  /** All that was reported, in that order. */
  diagnostics: Diagnostic[];
  report(diagnostic: Diagnostic): void;
  redaction: Redaction;
  /** The rules that hide and mask before sessions are shown. */
  content: ContentRules;
  /** Given by the first Ctrl-C, or when the system ends the program; the second one ends it at once. */
  signal: AbortSignal;
}

/** Starts a run, which Ctrl-C stops, or what gives `signal`. */
export async function startRun(
  options: CommonOptions & Partial<ContentOptions & OptionsOf<"list">>,
  signal = interruption(),
): Promise<Run> {
  const diagnostics: Diagnostic[] = [];
  const messages = openMessages(options, signal);
  // A file of options in a folder that is not the user's own should not be a surprise.
  if (options.config !== undefined)
    messages.say(messages.colors.dim(`Options from ${safeLine(options.config)}.`));
  if (options.findConfig)
    for (const name of unreadConfigs())
      messages.warn("warning", `${name} is not read: move its options to chatexport.config.json.`);
  for (const name of ["redactPaths", "redactPersonal"] as const)
    if (options[name] && !options.redact)
      messages.warn("warning", `${longFlag(optionTable[name])} has no effect with --no-redact.`);
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

/** True when an error was reported: something that was asked for is lost. */
export function hasErrors({ diagnostics }: Pick<Run, "diagnostics">): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** An option that was given and changes nothing about what is written. */
export interface NoEffect {
  option: string;
  /** The reason, as a sentence without its end. */
  why: string;
}

/** Says which options change nothing, and why. */
export function warnOfNoEffect(
  options: readonly NoEffect[],
  { warn }: Pick<Messages, "warn">,
): void {
  for (const { option, why } of options) warn("warning", `--${option} has no effect: ${why}.`);
}

/** Options that none of these sinks has. */
export function unknownTo(sinks: readonly string[], options: readonly string[]): NoEffect[] {
  const none = sinks.length === 1 ? `${sinks[0]} has no` : `none of ${sinks.join(", ")} has the`;
  return options.map((option) => ({ option, why: `${none} option ${option}` }));
}

/** Hands out sessions and tells how far that is, until the caller wants no more of them. */
export async function watched<Listed extends ListedSession>(
  sessions: readonly Listed[],
  { messages, redaction }: Pick<Run, "messages" | "redaction">,
  progress = messages.progress(),
): Promise<Iterable<Listed>> {
  const names = sessions.map(({ ref }) => ref.project?.name ?? "");
  const projects = await redaction.texts(names);
  return handedOut(sessions, projects.map(safeLine), progress);
}

/** Hands out sessions, and tells how far that is, with the names of their projects. */
export function* handedOut<Listed extends ListedSession>(
  sessions: readonly Listed[],
  projects: readonly string[],
  progress: Progress,
): Generator<Listed> {
  const { weights, areBytes } = weigh(sessions);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weight = 0;
  try {
    for (const [done, session] of sessions.entries()) {
      const bytes = areBytes ? weight : undefined;
      const project = projects[done];
      const share = weight / whole;
      progress.update(present({ done, all: sessions.length, share, bytes, project }));
      yield session;
      weight += weights[done] ?? 0;
    }
  } finally {
    progress.end();
  }
}

/** The amount of work that each session is; one of unknown size is taken for one of middle size. */
function weigh(sessions: readonly ListedSession[]): { weights: number[]; areBytes: boolean } {
  const sizes = sessions.map(({ ref }) => ref.bytes);
  const known = sizes.filter((size) => size !== undefined);
  const mean = known.reduce((sum, size) => sum + size, 0) / known.length || 1;
  // An empty session is work, too.
  const weights = sizes.map((size = mean) => Math.max(size, 1));
  return { weights, areBytes: known.length === sizes.length };
}
