import {
  compareStrings,
  type DatasetPrivacy,
  type LeftOutSession,
  safeLine,
} from "@chatexport/core";
import { countEach, groupBy, wordsOf } from "@chatexport/core/read";
import type { Conversation } from "./conversation.js";
import type { Settings } from "./options.js";
import { rowShapes } from "./row-shapes.js";

/** The facts that a card tells. */
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
  const conversations = splits.flatMap((split) => split.conversations);
  const lines = sum(conversations.map(({ counts }) => counts.rows));
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
    `- ${sizeCategory(lines)}`,
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

/** The Hub's name for so many lines. */
function sizeCategory(lines: number): string {
  return sizeCategories.find((_, index) => lines < 1000 * 10 ** index) ?? "100M<n<1B";
}

const sizeCategories = wordsOf("n<1K 1K<n<10K 10K<n<100K 100K<n<1M 1M<n<10M 10M<n<100M");

function countsTable({ splits }: CardFacts): string {
  const columns = ["sessions", "sub-agents", "lines", "messages", "prompts", "tool calls"];
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
  const rows = sorted(bySource).flatMap(([source, own]) => {
    const models = countEach(own.flatMap((one) => one.models));
    return [
      [code(source), "all", String(own.length)],
      ...sorted(models).map(([model, count]) => [code(source), code(model), String(count)]),
    ];
  });
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
  const conditions = [
    ...atLeast(fewestPrompts, "prompt"),
    ...atLeast(fewestCalls, "tool call"),
    ...outcome.map((one) => outcomes[one]),
  ].map((condition) => `- ${condition}`);
  return [
    "## What was chosen",
    percent === 0 ? "No session is for tests." : tests[split],
    "A session that another one repeats as a whole is left out.",
    ...(conditions.length > 0
      ? ["Each session meets these conditions:", conditions.join("\n")]
      : []),
    ...(outcome.length > 0 ? ["Commands and their outputs tell how a session ended."] : []),
  ].join("\n\n");
}

function atLeast(count: number, noun: string): string[] {
  return count === 0 ? [] : [`at least ${count} ${count === 1 ? noun : `${noun}s`}`];
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
      ? "A person has decided about every text that the review takes for private."
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
