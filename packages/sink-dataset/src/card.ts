import {
  compareStrings,
  type DatasetPrivacy,
  type LeftOutSession,
  safeLine,
} from "@chatexport/core";
import { countEach, groupBy } from "@chatexport/core/read";
import type { Conversation } from "./conversation.js";
import type { Settings } from "./options.js";
import { rowShapes } from "./row-shapes.js";

/** What a card tells of. */
export interface CardFacts {
  settings: Settings;
  /** The splits that have lines, with the name of the file of each. */
  splits: readonly CardSplit[];
  /** The sessions that are in none. */
  leftOut: readonly LeftOutSession[];
  privacy?: DatasetPrivacy;
}

interface CardSplit {
  name: string;
  file: string;
  conversations: readonly Conversation[];
}

/** The card of a data set: a README with the fields that the Hugging Face Hub reads. */
export function cardOf(facts: CardFacts): string {
  const sections = [
    frontMatter(facts),
    "# Conversations with coding agents",
    rowShapes[facts.settings.dialect].description,
    countsTable(facts),
    originTable(facts),
    choicesOf(facts),
    leftOutTable(facts),
    privacyOf(facts),
  ];
  return `${sections.join("\n\n")}\n`;
}

function frontMatter({ settings, splits }: CardFacts): string {
  const rows = sum(splits.flatMap(({ conversations }) => conversations.map(rowsOf)));
  return [
    "---",
    `license: ${settings.license}`,
    "task_categories:",
    "- text-generation",
    "tags:",
    "- agent",
    "- code",
    "- tool-use",
    "size_categories:",
    `- ${sizeCategory(rows)}`,
    "dataset_info:",
    "  features:",
    ...Object.entries(rowShapes[settings.dialect].columns).flatMap(([name, type]) => [
      `  - name: ${name}`,
      type === "json list" ? "    list: json" : `    dtype: ${type}`,
    ]),
    "configs:",
    "- config_name: default",
    "  data_files:",
    ...splits.flatMap(({ name, file }) => [`  - split: ${name}`, `    path: ${file}`]),
    "---",
  ].join("\n");
}

/** As the Hub names them. */
function sizeCategory(rows: number): string {
  const steps = ["1K", "10K", "100K", "1M", "10M", "100M"];
  const step = steps.findIndex((_, index) => rows < 1000 * 10 ** index);
  if (step === 0) return "n<1K";
  return step === -1 ? "n>100M" : `${steps[step - 1]}<n<${steps[step]}`;
}

function countsTable({ splits }: CardFacts): string {
  const columns = ["sessions", "sub-agents", "lines", "messages", "prompts", "calls of tools"];
  const rows = splits.map(({ name, conversations }) => {
    const counts = conversations.map(({ counts }) => counts);
    const numbers = [
      conversations.length,
      ...(["subagents", "rows", "messages", "prompts", "calls"] as const).map((field) =>
        sum(counts.map((count) => count[field])),
      ),
    ];
    const days = conversations.flatMap(({ startedAt }) => startedAt?.slice(0, 10) ?? []).sort();
    return [name, ...numbers.map(String), days[0] ?? "", days.at(-1) ?? ""];
  });
  return table(["split", ...columns, "first day", "last day"], rows);
}

function originTable({ splits }: CardFacts): string {
  const all = splits.flatMap(({ conversations }) => conversations);
  const bySource = groupBy(all, ({ source }) => source);
  const rows = sorted(bySource).flatMap(([source, own]) => [
    [code(source), "all", String(own.length)],
    ...sorted(countEach(own.flatMap(({ models }) => models))).map(([model, count]) => [
      ...[code(source), code(model), String(count)],
    ]),
  ]);
  return table(["tool", "model", "sessions"], rows);
}

function choicesOf({ settings }: CardFacts): string {
  const { split, testShare, outcome, fewestPrompts, fewestCalls } = settings;
  const percent = Math.round(testShare * 100);
  const tests = {
    project: `About ${percent} of 100 projects are for tests, each with all of its sessions.`,
    time: `About ${percent} of 100 sessions are for tests: those that began last.`,
  };
  const outcomes = {
    "tests-passed": "tests passed after the last edit",
    committed: "a commit followed the last edit",
    "not-interrupted": "nobody interrupted the work",
  };
  const rules = [
    `at least ${fewestPrompts} ${fewestPrompts === 1 ? "prompt" : "prompts"}`,
    ...(fewestCalls > 0 ? [`at least ${fewestCalls} calls of tools`] : []),
    ...outcome.map((one) => outcomes[one]),
  ];
  return [
    "## What was chosen",
    percent === 0 ? "No session is for tests." : tests[split],
    `Each session has: ${rules.join("; ")}. What commands and their outputs tell decides about outcomes. A session in which nothing was said or done that another one has not is left out.`,
  ].join("\n\n");
}

function leftOutTable({ leftOut }: CardFacts): string {
  const counts = countEach(leftOut.map(({ reason }) => reason));
  const rows = Array.from(counts, ([reason, count]) => [reason, String(count)]);
  return [
    "## What was left out",
    rows.length === 0 ? "Nothing." : table(["sessions", "number"], rows),
  ].join("\n\n");
}

function privacyOf({ privacy }: CardFacts): string {
  return ["## Privacy", ...privacyParagraphs(privacy)].join("\n\n");
}

function privacyParagraphs(privacy: DatasetPrivacy | undefined): string[] {
  if (!privacy) return ["Whether secrets were masked is not known here."];
  const masked = privacy.masked();
  const undecided = privacy.undecided();
  const kinds = Object.entries(masked ?? {}).map(([kind, count]) => [code(kind), String(count)]);
  return [
    masked === undefined
      ? "Secrets were not masked."
      : "Secrets were looked for in everything that was read, and those that were found are masked. No search finds all of them.",
    ...(kinds.length > 0 ? [table(["kind of secret", "masked"], kinds)] : []),
    undecided === 0
      ? "The review takes nothing in it for private that no person has decided about."
      : `Texts that may be private, such as names, addresses and hosts, and that no person has decided about: ${undecided}.`,
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const isNumber = (index: number) => rows.every((row) => /^\d+$/.test(row[index] ?? ""));
  const rule = head.map((_, index) => (isNumber(index) ? "---:" : "---"));
  return [head, rule, ...rows].map(line).join("\n");
}

/** A name from a store, in which nothing is Markdown. */
function code(name: string): string {
  const text = safeLine(name).replaceAll("|", "\\|");
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 || text.trim() === ""
    ? `${fence} ${text} ${fence}`
    : `${fence}${text}${fence}`;
}

/** By name. */
function sorted<Value>(values: ReadonlyMap<string, Value>): [string, Value][] {
  return [...values].sort(([a], [b]) => compareStrings(a, b));
}

function rowsOf({ counts }: Conversation): number {
  return counts.rows;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
