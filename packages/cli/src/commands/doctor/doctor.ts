import { homedir } from "node:os";
import { resolve } from "node:path";
import { defined, type Source, safeLine } from "@chatexport/core";
import { formatBytes, formatCount, plural } from "@chatexport/sink-terminal/format";
import { changeName } from "../../host/changes/change-texts.js";
import { extensionOf, shortPath } from "../../host/files/paths.js";
import { withSources } from "../../host/plugins/load-plugins.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { codeLabel } from "../../host/problems.js";
import { interrupted, type Run, startRun } from "../../host/run.js";
import type { OptionsOf } from "../../options/option-table.js";
import { jsonLine } from "../../terminal/json-text.js";
import { type Mark, openPage, type Page } from "../../terminal/page.js";
import { capitalized } from "../../terminal/sentence.js";
import { lastDay } from "../../terminal/session-table.js";
import { commandLine } from "../../terminal/shell-words.js";
import { writeStdout } from "../../terminal/stdout.js";
import { stdoutStyle, type TextStyle } from "../../terminal/text-style.js";
import { examine } from "./examine.js";
import type { Findings, Problem } from "./findings.js";
import { deletionSection } from "./report-deletion.js";
import { sourceSections } from "./report-sources.js";
import { unknownNamesReport } from "./unknown-names.js";
import { unreadStores } from "./unread-stores.js";

/** Says what is stored where, what is wrong and what will be deleted; resolves to the exit code. */
export async function doctor(options: OptionsOf<"doctor">): Promise<number> {
  await refuseUnusedOptions(options);
  const run = await startRun(options);
  return withSources(options, (sources) =>
    options.schema
      ? unknownNamesReport(sources, options, run)
      : findingsReport(sources, options, run),
  );
}

async function findingsReport(
  sources: readonly Source[],
  options: OptionsOf<"doctor">,
  run: Run,
): Promise<number> {
  const findings = await examine(sources, options, run);
  if (!findings) return interrupted;
  for (const sentence of findings.unmet) run.messages.warn("error", sentence);
  const style = stdoutStyle(options.color);
  await writeStdout(options.json ? jsonLine(findings) : await reportText(findings, options, style));
  return findings.fine ? 0 : 1;
}

/** The findings as people read them: what there is, what is at risk, what is wrong, what to do. */
async function reportText(
  findings: Findings,
  options: OptionsOf<"doctor">,
  style: TextStyle,
): Promise<string> {
  const page = openPage(style);
  sourceSections(findings.sources, page, options);
  unreadSection(page, options);
  if (findings.sources.some(({ sessions }) => sessions > 0)) {
    deletionSection(findings, page);
    // Nothing can be compared with what was written into a stream or a single file.
    const isFolder =
      options.out !== standardOutput && (await extensionOf(options.out)) === undefined;
    if (isFolder) archiveSection(findings, page, options);
  }
  changesSection(findings, page, options);
  missingProjectsSection(findings, page, options);
  unlistedSection(findings, page);
  problemsSection(findings, page, options);
  page.heading("Result");
  const looks = page.marked("attention");
  if (findings.fine) page.item("fine", conclusion(findings));
  else page.item("wrong", "Something is missing, unreadable or not understood: see ✗ above.");
  if (looks > 0)
    page.item("attention", `${plural(looks, "point")} above may need attention: see !.`);
  return page.text();
}

/** The tools that are used here and not read, unless a user asks for some stores only. */
function unreadSection(page: Page, { root, from = [], home }: OptionsOf<"doctor">): void {
  const stores = root || from.length > 0 ? [] : unreadStores(resolve(home ?? homedir()));
  if (stores.length === 0) return;
  page.heading("Not read");
  for (const { tool, path } of stores)
    page.item("note", `${tool} has a store in ${shortPath(path)}, which chatexport does not read.`);
}

function conclusion({ sources }: Findings): string {
  const sessions = sources.reduce((sum, source) => sum + source.sessions, 0);
  if (sessions === 0) return "Nothing is wrong; there are no sessions.";
  return `${plural(sessions, "session")} found; ready to export.`;
}

const standardOutput = "-";

/** The sessions that the archive has, and how to bring it up to date. */
function archiveSection(
  { archive, deletion }: Findings,
  page: Page,
  options: OptionsOf<"doctor">,
): void {
  const { found, reason, counts, sinks } = archive;
  const path = shortPath(archive.path);
  const outdated = counts.older + counts.none;
  const sessions = counts.current + outdated;
  const isUrgent = deletion.next.some((session) => session.archive !== "current");
  page.heading("Archive");
  if (!found) page.item(isUrgent ? "attention" : "note", `There is no archive in ${path}.`);
  else if (reason !== undefined) page.item("wrong", `${path} cannot be read: ${safeLine(reason)}`);
  else if (outdated === 0)
    page.item("fine", `${path} is up to date with all ${plural(sessions, "session")}.`);
  else {
    const current = `${formatCount(counts.current)} of ${plural(sessions, "session")}`;
    const older = counts.older > 0 ? `, ${formatCount(counts.older)} older` : "";
    const lacking = counts.none > 0 ? `, and lacks ${formatCount(counts.none)}` : "";
    const sentence = `${path} has ${current} up to date${older}${lacking}.`;
    page.item(isUrgent ? "attention" : "note", sentence);
  }
  if (outdated === 0 || reason !== undefined) return;
  const words = ["export", "--out", options.out, ...sinks.flatMap((sink) => ["--to", sink])];
  const purpose = found
    ? "brings it up to date."
    : "creates one, which keeps what the tools delete.";
  const line = commandLine(words, options);
  if (line === undefined) return;
  page.advice(line);
  page.detail(purpose);
}

function changesSection({ changes }: Findings, page: Page, { home }: OptionsOf<"doctor">): void {
  const [unfinished] = changes.filter(({ isUnfinished }) => isUnfinished);
  const kept = changes.filter(({ isUnfinished }) => !isUnfinished);
  const [last] = kept;
  const undo = commandLine(["undo"], defined({ home }));
  if (changes.length > 0) page.heading("Changes to stores");
  if (unfinished) {
    const name = capitalized(changeName(unfinished));
    page.item("wrong", `${name} was interrupted: sessions may be misplaced.`);
    if (undo !== undefined) page.advice(undo);
  }
  if (!last) return;
  const bytes = kept.reduce((sum, change) => sum + change.bytes, 0);
  page.item(
    "note",
    `The backups of ${plural(kept.length, "change")} take ${formatBytes(bytes)}. A change whose backup you delete can no longer be undone; the latest is ${shortPath(last.folder)}.`,
  );
}

const mostShown = 5;

/** Projects whose folders are not there, so that their tools may not show their sessions any more. */
function missingProjectsSection(
  { missingProjects = [] }: Findings,
  page: Page,
  { verbose, ...options }: OptionsOf<"doctor">,
): void {
  const [first] = missingProjects;
  if (!first) return;
  const sessions = missingProjects.reduce((sum, project) => sum + project.sessions, 0);
  const projects = plural(missingProjects.length, "project");
  page.heading("Missing project folders");
  page.item(
    "attention",
    `The folders of ${projects} with ${plural(sessions, "session")} are not on this machine: moved, renamed, deleted, or from another one.`,
  );
  const shown = missingProjects.slice(0, verbose ? missingProjects.length : mostShown);
  page.table(shown, [
    { title: "SESSIONS", align: "right", text: (project) => formatCount(project.sessions) },
    { title: "FOLDER", color: "cyan", text: ({ path }) => path },
  ]);
  page.others(missingProjects.length - shown.length, " (--verbose lists them)");
  const repairs = shown.flatMap(({ repair }) => repair ?? []);
  if (repairs.length > 0) {
    page.more(
      "If you moved or renamed one, this reconnects its sessions (NEW is where it is now):",
    );
    for (const repair of repairs) page.advice(repair);
  }
  const line = commandLine(["export", "--project", first.path], options);
  const example = line === undefined ? "." : "; for one project:";
  page.detail(
    `Nothing is lost: these sessions are exported like all others, even where their tool hides them${example}`,
  );
  if (line !== undefined) page.advice(line);
}

function unlistedSection({ unlisted }: Findings, page: Page): void {
  if (unlisted.length === 0) return;
  const sources = [...new Set(unlisted.map(({ source }) => source))].join(", ");
  page.heading("Sessions their tool does not list");
  page.item(
    "attention",
    `${sources} keeps ${plural(unlisted.length, "session")} that it shows in no list.`,
  );
  page.table(
    unlisted,
    [
      { title: "DATE", color: "dim", text: (session) => lastDay(session) },
      { title: "ID", color: "yellow", text: ({ shortId }) => shortId },
      {
        title: "PROJECT",
        color: "cyan",
        share: 0.2,
        text: ({ project = "" }) => project,
        from: 50,
      },
      { title: "TITLE", text: ({ title = "" }) => title },
    ],
    mostShown,
  );
  page.detail("They are exported like all others.");
}

const marks: Readonly<Record<Problem["severity"], Mark>> = {
  error: "wrong",
  warning: "attention",
  info: "note",
};

function problemsSection(
  { problems, sources }: Findings,
  page: Page,
  { verbose }: OptionsOf<"doctor">,
): void {
  const stores = sources.flatMap((source) => source.stores);
  const unreadable = new Set(stores.flatMap(({ readable, path }) => (readable ? [] : path)));
  // What is wrong with a whole store stands in the section of its source.
  const isTold = ({ places }: Problem) =>
    places.length > 0 && places.every((place) => unreadable.has(place));
  const shown = problems.filter((problem) => !isTold(problem));
  if (shown.length === 0) return;
  page.heading("Problems", "docs/diagnostics.md explains each code");
  for (const { severity, code, message, count, remedy, places } of shown) {
    page.item(marks[severity], `${safeLine(message)} ${codeLabel(code, count)}`);
    const [first] = places;
    if (verbose) for (const place of places) page.detail(shortPath(place));
    else if (first !== undefined)
      page.detail(`${count === 1 ? "at" : "first at"} ${shortPath(first)}`);
    if (remedy !== undefined) page.advice(remedy);
  }
}
