import { join } from "node:path";
import type { DocumentResult, DocumentState } from "@chatexport/archive";
import { compareStrings, type Feature, safeLine, total } from "@chatexport/core";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import type { Redaction } from "../../host/content/redaction.js";
import { printProblems } from "../../host/problems.js";
import type { Run } from "../../host/run.js";
import { allRecords, type ExportResult, type SessionResult } from "./result.js";

/** How the summary is told. */
interface SummaryStyle {
  /** For people. */
  place: string;
  verbose?: boolean;
  /** Nothing was written. */
  dryRun?: boolean;
  /** False where the sessions of sub-agents are left out. */
  subagents?: boolean;
  /** The options that show every diagnostic. */
  more: string;
}

/** Tells what was exported and read, what is wrong, and what was left out. */
export async function printSummary(
  result: ExportResult,
  run: Run,
  style: SummaryStyle,
): Promise<void> {
  const { messages, signal, redaction } = run;
  const { say, colors } = messages;
  const exported = result.sessions.filter(({ documents }) => documents.length > 0);
  const read = exported.filter(({ isRead }) => isRead);

  if (result.selected > 0) say(colors.bold(headline(result, exported, style, signal)));
  for (const line of stateLines(result)) say(`  ${line}`);
  const missing = result.selected - exported.length;
  if (missing > 0) say(`  not written: ${plural(missing, "session")}`);
  for (const line of archiveLines(result)) say(line);
  // The types of records are texts of the store.
  if (read.length > 0) for (const line of await redaction.texts(readLines(read))) say(line);
  await printProblems(run, style);
  for (const line of droppedLines(result)) say(colors.dim(line));
  if (read.length > 0) say(colors.dim(secretsLine(redaction)));
}

function secretsLine({ counts, maskedSessions }: Redaction): string {
  const rules = counts();
  if (!rules) return "Secrets are not masked: look for them before you share these files.";
  if (rules.length === 0) return "No secrets found: look before you share these files.";
  const secrets = rules.reduce((sum, count) => sum + count.secrets, 0);
  const kinds = largestFirst(Object.fromEntries(rules.map((count) => [count.rule, count.secrets])));
  const sessions = plural(maskedSessions()?.length ?? 0, "session");
  return `Masked ${plural(secrets, "secret")} of ${plural(rules.length, "kind")} in ${sessions} (${kinds}): look before you share these files.`;
}

function headline(
  { selected, file, indexes = [] }: ExportResult,
  exported: readonly SessionResult[],
  { place, dryRun, subagents: isWhole = true }: SummaryStyle,
  { aborted: isInterrupted }: AbortSignal,
): string {
  // Those that the tool started for itself are in the files but do no work for the user.
  const all = exported.flatMap((session) => session.subagents);
  const subagents = all.filter(({ purpose }) => !purpose).length;
  const count = exported.length < selected ? `${formatCount(exported.length)} of ` : "";
  const embedded = isWhole && subagents > 0 ? ` with ${plural(subagents, "sub-agent")}` : "";
  const sessions = `${count}${plural(selected, "session")}${embedded}`;
  const documents = exported.flatMap((session) => session.documents);
  const states = [...documents, ...indexes].map(({ state }) => state);
  if (exported.length === selected && states.every((state) => state && untouched.has(state)))
    return `Up to date: ${sessions} in ${safeLine(place)}.`;
  if (dryRun)
    return `Nothing was written. An export of ${sessions} to ${safeLine(place)} would be:`;
  const state = file === undefined ? "" : ` (${file})`;
  return `${isInterrupted ? "Interrupted: exported" : "Exported"} ${sessions} to ${safeLine(place)}${state}.`;
}

/** What a file is in that was not written. */
const untouched: ReadonlySet<DocumentState> = new Set(["unchanged", "edited", "decayed"]);

const states = ["new", "changed", "renamed", "unchanged", "edited", "decayed"] as const;

function stateLines({ sessions }: ExportResult): string[] {
  const documents = sessions.flatMap((session) => session.documents);
  const sinks = new Set(documents.flatMap(({ sink, state }) => (state ? sink : [])));
  return Array.from(sinks, (sink) => {
    const parts = states.flatMap((state) => {
      const alike = documents.filter((one) => one.sink === sink && one.state === state);
      return alike.length > 0 ? `${formatCount(alike.length)} ${state}` : [];
    });
    return `${sink}: ${parts.join(", ")}`;
  });
}

/** What the archive has and the stores have not. */
function archiveLines({ sessions, vanished = { count: 0, now: [] } }: ExportResult): string[] {
  const isDecayed = ({ state }: DocumentResult) => state === "decayed";
  const decayed = sessions.filter(({ documents }) => documents.some(isDecayed)).length;
  const { count, now } = vanished;
  const since = now.length > 0 ? ` (${formatCount(now.length)} since last time)` : "";
  const lines = [
    decayed > 0 &&
      `Of ${plural(decayed, "session")} the store has lost a part; the archive keeps it.`,
    count > 0 &&
      `The archive keeps ${plural(count, "session")} that the store has no more${since}.`,
  ];
  return lines.filter((line) => line !== false);
}

function readLines(sessions: readonly SessionResult[]): string[] {
  const { read, kept, skipped, unknown, malformed, unknownFields } = allRecords(sessions);
  const counts = { kept, skipped: total(skipped), unknown: total(unknown), malformed };
  const parts = Object.entries(counts)
    .filter(([, count]) => count)
    .map(([what, count = 0]) => `${formatCount(count)} ${what}`);
  const fates = parts.length > 0 ? `: ${parts.join(", ")}` : "";
  const reasons = Object.entries({ skipped, unknown, "unknown fields, kept": unknownFields })
    .filter(([, counts = {}]) => Object.keys(counts).length > 0)
    .map(([what, counts = {}]) => `  ${what}: ${largestFirst(counts)}`);
  return [`${plural(read, "record")} read${fates}.`, ...reasons];
}

const mostShown = 4;

/** "progress 20, copy 10". */
function largestFirst(counts: Record<string, number>): string {
  const largest = Object.entries(counts).sort(([a, m], [b, n]) => n - m || compareStrings(a, b));
  const shown = largest
    .slice(0, mostShown)
    .map(([name, n]) => `${safeLine(name)} ${formatCount(n)}`);
  if (largest.length > mostShown) shown.push("…");
  return shown.join(", ");
}

const featureNames = {
  reasoning: "reasoning",
  "tool-input": "tool arguments",
  "tool-output": "tool results",
  "tool-definitions": "definitions of tools",
  files: "files",
  edits: "edits",
  branches: "other branches",
  subagents: "sub-agents",
  usage: "token counts",
  native: "vendor data",
  unknown: "unknown records",
} satisfies Record<Feature, string>;

function droppedLines({ dropped }: ExportResult): string[] {
  const advice = dropped.has("jsonl") ? "" : "; --to jsonl keeps everything";
  return [...dropped]
    .filter(([, features]) => features.size > 0)
    .map(([sink, features]) => {
      const names = [...features].sort().map((feature) => featureNames[feature]);
      return `${sink} leaves out ${names.join(", ")}${advice}.`;
    });
}

/** A line for each file that an export into a folder would change, or leaves for a reason. */
export function changeList(
  folder: string,
  { sessions, indexes = [], vanished }: ExportResult,
): string {
  const documents = [...sessions.flatMap((session) => session.documents), ...indexes];
  const gone = vanished?.now.flatMap((session) => session.documents) ?? [];
  const lines = [
    ...documents
      .filter(({ state, reason }) => state !== "unchanged" && (state !== "decayed" || reason))
      .map(({ state = "new", path = "", reason }) => changeLine(state, path, reason)),
    ...gone.map(({ path }) => changeLine("vanished", join(folder, path))),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function changeLine(state: string, path: string, reason?: string): string {
  const line = `${state.padEnd("unchanged".length)}  ${safeLine(path)}`;
  return reason ? `${line}  (${safeLine(reason)})` : line;
}
