import { type Feature, total } from "@chatexport/core";
import type { FileState } from "./archive/atomic-file.js";
import { formatCount, plural } from "./numbers.js";
import { tellProblems } from "./problems.js";
import { allRecords, type ExportResult, type SessionResult } from "./result.js";
import type { Run } from "./run.js";
import { clean } from "./terminal.js";

/** Tells what was exported and read, what is wrong, and what was left out. */
export function tellSummary(
  result: ExportResult,
  { messages, signal }: Run,
  { place, verbose }: { place: string; verbose: boolean | undefined },
): void {
  const { say, colors } = messages;
  const exported = result.sessions.filter(({ documents }) => documents.length > 0);

  if (result.selected > 0) {
    say(colors.bold(headline(result, exported, clean(place), signal.aborted)));
  }
  for (const line of stateLines(result)) say(`  ${line}`);
  if (exported.length > 0) for (const line of readLines(exported)) say(line);
  tellProblems(result.diagnostics, messages, verbose);
  for (const line of droppedLines(result)) say(colors.dim(line));
  if (exported.length > 0) {
    say(colors.dim("Nothing is masked yet: look for secrets before you share these files."));
  }
}

function headline(
  { selected, file }: ExportResult,
  exported: readonly SessionResult[],
  place: string,
  interrupted: boolean,
): string {
  // Those that the tool started for itself are in the files but are nobody's work.
  const working = exported.flatMap(({ subagents }) => subagents).filter(({ purpose }) => !purpose);
  const subagents = working.length;
  const count = exported.length < selected ? `${formatCount(exported.length)} of ` : "";
  const embedded = subagents > 0 ? ` with ${plural(subagents, "sub-agent")}` : "";
  const state = file === undefined ? "" : ` (${file})`;
  const sessions = `${count}${plural(selected, "session")}${embedded}`;
  return `${interrupted ? "Interrupted: exported" : "Exported"} ${sessions} to ${place}${state}.`;
}

function stateLines({ sessions }: ExportResult): string[] {
  const counts = new Map<string, Map<FileState, number>>();
  for (const { sink, state } of sessions.flatMap(({ documents }) => documents)) {
    if (!state) continue;
    const states = counts.get(sink) ?? new Map<FileState, number>();
    counts.set(sink, states.set(state, (states.get(state) ?? 0) + 1));
  }
  return [...counts].map(([sink, states]) => {
    const parts = (["new", "changed", "unchanged"] as const)
      .filter((state) => states.has(state))
      .map((state) => `${formatCount(states.get(state) ?? 0)} ${state}`);
    return `${sink}: ${parts.join(", ")}`;
  });
}

function readLines(sessions: readonly SessionResult[]): string[] {
  const { read, kept, skipped, unknown, malformed } = allRecords(sessions);
  const counts = { kept, skipped: total(skipped), unknown: total(unknown), malformed };
  const parts = Object.entries(counts)
    .filter(([, count]) => count)
    .map(([what, count = 0]) => `${formatCount(count)} ${what}`);
  const sum = `${plural(read, "record")} read: ${parts.join(", ")}.`;
  return [sum, ...reasons("skipped", skipped), ...reasons("unknown", unknown)];
}

const shownReasons = 4;

/** "  skipped: progress 20, copy 10", the largest first. */
function reasons(what: string, counts: Record<string, number> = {}): string[] {
  const largest = Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (largest.length === 0) return [];
  const shown = largest
    .slice(0, shownReasons)
    .map(([name, n]) => `${clean(name)} ${formatCount(n)}`);
  if (largest.length > shownReasons) shown.push("…");
  return [`  ${what}: ${shown.join(", ")}`];
}

const featureNames = {
  reasoning: "reasoning",
  "tool-input": "tool arguments",
  "tool-output": "tool results",
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
