import { join } from "node:path";
import type { DocumentResult, DocumentState } from "@chatexport/archive";
import { compareStrings, type Feature, safeLine, total } from "@chatexport/core";
import { countEach, localTime } from "@chatexport/core/read";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import type { Redaction } from "../../host/content/redaction.js";
import { isNoNote, printProblems } from "../../host/problems.js";
import type { Run } from "../../host/run.js";
import { shellLine } from "../../terminal/shell-words.js";
import { zoneOf } from "../../terminal/time-zone.js";
import { allRecords, type ExportResult, type SessionResult } from "./result.js";

/** The style of the summary. */
interface SummaryStyle {
  /** For people. */
  place: string;
  /** The value of `--out`. */
  out: string;
  /** Also the counts of records, and every warning and note. */
  verbose?: boolean;
  strict?: boolean;
  /** Nothing was written. */
  dryRun?: boolean;
  /** False where the sessions of sub-agents are left out. */
  subagents?: boolean;
  /** False where what models thought is left out. */
  reasoning?: boolean;
  /** The path from which a plugin runs; undefined where each was installed. */
  atPath?: string | undefined;
  /** The names of the sinks that could show more. */
  shortening: ReadonlySet<string>;
  /** All sessions that were found were asked for, and all that the user named were found. */
  areAll: boolean;
  /** The sessions that the user named; absent where the user named none. */
  session?: readonly string[];
}

/** Tells in one sentence what was exported, then what is wrong and what was left out. */
export async function printSummary(
  result: ExportResult,
  run: Run,
  style: SummaryStyle,
): Promise<void> {
  const { messages, redaction } = run;
  const { say, colors } = messages;
  const exported = result.sessions.filter(({ documents }) => documents.length > 0);
  const read = exported.filter(({ isRead }) => isRead);

  const states = stateLines(result);
  if (result.selected > 0) say(colors.bold(headline(result, exported, { ...style, states }, run)));
  if (states.length > 1 || style.dryRun || style.verbose)
    for (const line of states) say(`  ${line}`);
  for (const line of archiveLines(result)) say(line);
  for (const line of leftOutLines(result)) say(line);
  // The types of records are texts of the store.
  if ((style.verbose || style.strict) && read.length > 0)
    for (const line of await redaction.texts(countLines(read))) say(line);
  const losses = lossLine(result, read);
  if (losses?.startsWith("Left out")) messages.warn("warning", losses);
  else if (losses !== undefined) say(losses);
  const told = losses === undefined ? [] : toldByCounts;
  await printProblems(run, { ...style, told }, style.session && isNoNote);
  for (const line of droppedLines(result, style)) say(colors.dim(line));
  if (read.length > 0) say(colors.dim(secretsLine(redaction)));
  const isThere = result.selected > 0 && !style.dryRun;
  const next = isThere ? nextStep(result, style.out) : undefined;
  if (next !== undefined) say(next);
}

/**
 * The way to read a folder of documents: the page of its index, or the index itself; undefined where there
 * is none.
 */
function nextStep({ indexes = [] }: ExportResult, out: string): string | undefined {
  const paths = indexes.map(({ path = "" }) => path);
  const hasPages = paths.some((path) => path.endsWith("index.html"));
  const index = paths.find((path) => path.endsWith("index.md"));
  const next = hasPages ? shellLine(["chatexport", "open", out]) : index && safeLine(index);
  return next && `Read them: ${next}`;
}

function secretsLine({ counts, maskedSessions }: Redaction): string {
  const rules = counts();
  if (!rules) return "Secrets are not masked; look for them before you share these files.";
  if (rules.length === 0) return "No secrets found; check these files before you share them.";
  const secrets = rules.reduce((sum, count) => sum + count.secrets, 0);
  const kinds = largestFirst(Object.fromEntries(rules.map((count) => [count.rule, count.secrets])));
  const sessions = plural(maskedSessions()?.length ?? 0, "session");
  return `Masked ${plural(secrets, "secret")} of ${plural(rules.length, "kind")} in ${sessions} (${kinds}); check these files before you share them.`;
}

function headline(
  result: ExportResult,
  exported: readonly SessionResult[],
  style: SummaryStyle & { states: readonly string[] },
  run: Run,
): string {
  const { selected, file, indexes = [] } = result;
  const { dryRun, subagents: isWhole = true, states: told } = style;
  const place = safeLine(style.place);
  // Those that the tool started for itself are in the files but do no work for the user.
  const all = exported.flatMap((session) => session.subagents);
  const subagents = all.filter(({ purpose }) => !purpose).length;
  const count = exported.length < selected ? `${formatCount(exported.length)} of ` : "";
  const embedded = isWhole && subagents > 0 ? ` and ${plural(subagents, "sub-agent")}` : "";
  const sessions = `${count}${plural(selected, "session")}${embedded}`;
  const documents = exported.flatMap((session) => session.documents);
  const states = [...documents, ...indexes].map(({ state }) => state);
  if (exported.length === selected && states.every((state) => state && untouched.has(state))) {
    const { atPath } = style;
    const hint = ` If the code in ${safeLine(atPath ?? "")} is newer, --force renders them anew.`;
    return `Up to date: ${sessions} in ${place}.${atPath === undefined ? "" : hint}`;
  }
  if (dryRun) return `Dry run, nothing written. Exporting ${sessions} to ${place} would give:`;
  const [only] = told.length === 1 ? told : [];
  const isFresh = documents.every((document) => document.state === "new");
  const state = file ?? (isFresh ? undefined : only?.replace(/^.*: /, ""));
  const inBrackets = state === undefined ? "" : ` (${state})`;
  const start = run.signal.aborted ? "Interrupted: exported" : "Exported";
  const whole = run.signal.aborted ? undefined : completeness(result, exported, style, run);
  return `${start} ${sessions} to ${place}${inBrackets}${whole === undefined ? "" : `; ${whole}`}.`;
}

/** Features that are in documents of every kind or, by their nature, only in those for programs. */
const notSaid: ReadonlySet<Feature> = new Set(["native", "usage", "tool-definitions"]);

/** The promise that an export can make; undefined when there is none. */
function completeness(
  { selected, dropped }: ExportResult,
  exported: readonly SessionResult[],
  { shortening, areAll, subagents = true, reasoning = true }: SummaryStyle,
  run: Run,
): string | undefined {
  const has = (wanted: string) => run.diagnostics.some(({ code }) => code === wanted);
  const isTroubled = run.diagnostics.some(({ severity }) => severity !== "info");
  if (!areAll || isTroubled || has("lone-helper") || exported.length < selected || !subagents)
    return undefined;
  const { malformed = 0, unknown } = allRecords(exported);
  if (malformed + total(unknown) > 0) return undefined;
  const missing = [...dropped.values()].flatMap((features) => [...features]);
  // What is up to date was not looked at again.
  const isKnown = exported.every(({ isRead }) => isRead);
  if (
    !isKnown ||
    !reasoning ||
    shortening.size > 0 ||
    missing.some((feature) => !notSaid.has(feature))
  )
    return "none left out";
  return missing.length === 0 && !has("empty-transcript")
    ? "nothing left out"
    : "nothing that was said or done is left out";
}

/** The codes of diagnostics that one line of counts sums up. */
const toldByCounts = ["unknown-record", "malformed-line", "malformed-row", "truncated-line"];

/** The content of the sessions read that is in no document, with what to do about it. */
function lossLine({ dropped }: ExportResult, read: readonly SessionResult[]): string | undefined {
  const { malformed = 0, unknown } = allRecords(read);
  const strange = total(unknown);
  const isKept = strange > 0 && [...dropped.values()].every((features) => !features.has("unknown"));
  const keeping = dropped.has("jsonl") ? "" : " (--to jsonl keeps unknown records)";
  const facts = [
    ...(malformed > 0 ? [`${plural(malformed, "damaged record")}`] : []),
    ...(strange > 0 && !isKept ? [`${plural(strange, "record")} of unknown type${keeping}`] : []),
  ];
  const kept = isKept ? `Kept as is: ${plural(strange, "record")} of unknown type. ` : "";
  const left = facts.length > 0 ? `Left out: ${facts.join(" and ")}. ` : "";
  return kept + left === "" ? undefined : `${left}${kept}--verbose says where.`;
}

/** States of a file that was not written. */
const untouched: ReadonlySet<DocumentState> = new Set(["unchanged", "edited", "decayed"]);

const states = ["new", "changed", "renamed", "unchanged", "edited", "decayed"] as const;

/** Tells in a line when what was written in a run after others, then what is wrong; nothing where nothing was. */
export async function printChanges(
  result: ExportResult,
  run: Run,
  style: Pick<SummaryStyle, "verbose"> & { timezone?: string },
): Promise<void> {
  const changes = stateLines(result, ["new", "changed", "renamed"]);
  if (changes.length === 0) return;
  const now = localTime(new Date().toISOString(), zoneOf(style)).slice(11, 19);
  run.messages.say(`${run.messages.colors.dim(now)} ${changes.join("; ")}`);
  await printProblems(run, style);
}

function stateLines({ sessions }: ExportResult, told: readonly DocumentState[] = states): string[] {
  const documents = sessions.flatMap((session) => session.documents);
  const sinks = new Set(documents.flatMap(({ sink, state }) => (state ? sink : [])));
  return Array.from(sinks).flatMap((sink) => {
    const parts = told.flatMap((state) => {
      const alike = documents.filter((one) => one.sink === sink && one.state === state);
      return alike.length > 0 ? `${formatCount(alike.length)} ${state}` : [];
    });
    return parts.length > 0 ? `${sink}: ${parts.join(", ")}` : [];
  });
}

/** The sessions that the archive has and the stores have not. */
function archiveLines({ sessions, vanished = { count: 0, now: [] } }: ExportResult): string[] {
  const isDecayed = ({ state }: DocumentResult) => state === "decayed";
  const decayed = sessions.filter(({ documents }) => documents.some(isDecayed)).length;
  const { count, now } = vanished;
  const since = now.length > 0 ? ` (${formatCount(now.length)} since last time)` : "";
  const lines = [
    decayed > 0 &&
      `The store has lost parts of ${plural(decayed, "session")}; the archive keeps them.`,
    count > 0 && `The archive keeps ${plural(count, "session")} no longer in the store${since}.`,
  ];
  return lines.filter((line) => line !== false);
}

/** The sessions that a dataset did not take. */
function leftOutLines({ leftOut = [], dropped }: ExportResult): string[] {
  if (leftOut.length === 0) return [];
  const reasons = [...countEach(leftOut.map(({ reason }) => reason))];
  reasons.sort(([a, m], [b, n]) => n - m || compareStrings(a, b));
  const counts = reasons.map(([reason, count]) => `${formatCount(count)} ${reason}`).join(", ");
  const dataset = [...dropped.keys()].join(", ");
  return [`${dataset} leaves out ${plural(leftOut.length, "session")}: ${counts}.`];
}

function countLines(sessions: readonly SessionResult[]): string[] {
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
  branches: "inactive branches",
  subagents: "sub-agents",
  usage: "token counts",
  native: "vendor data",
  unknown: "unknown records",
} satisfies Record<Feature, string>;

/**
 * The content that sinks shorten or leave out, unless that has been said or was never in a
 * conversation.
 */
function droppedLines(
  { dropped, sessions }: ExportResult,
  { shortening, verbose = false }: SummaryStyle,
): string[] {
  if (!sessions.some(({ isRead }) => isRead)) return [];
  const short = [...dropped.keys()].filter((sink) => shortening.has(sink));
  const isCut = short.some((sink) => !dropped.get(sink)?.has("tool-output"));
  const advice = dropped.has("jsonl") ? "" : "; --to jsonl keeps all";
  const lines = Array.from(dropped, ([sink, features]) => {
    const names = [...features]
      .filter((feature) => verbose || !(notSaid.has(feature) || feature === "unknown"))
      .sort()
      .map((feature) => featureNames[feature]);
    return names.length > 0 ? `Not in ${sink}: ${names.join(", ")}${advice}.` : "";
  });
  return [
    short.length > 0
      ? `${short.join(" and ")}: ${isCut ? "long outputs cut, " : ""}no reminders and hooks; --detail full keeps them.`
      : "",
    ...lines,
  ].filter((line) => line !== "");
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
