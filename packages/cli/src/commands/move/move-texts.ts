import { basename, dirname } from "node:path";
import { defined, safeLine } from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import { toolOf } from "@chatexport/document";
import type { Outcome, Plan, Step, StorePlan } from "@chatexport/relocate";
import { formatBytes, formatCount, plural } from "@chatexport/sink-terminal/format";
import { shortPath } from "../../host/files/paths.js";
import type { OptionsOf } from "../../options/option-table.js";
import { openPage, type Page } from "../../terminal/page.js";
import { commandLine } from "../../terminal/shell-words.js";
import type { TextStyle } from "../../terminal/text-style.js";

const mostShown = 8;

/** A plan as people read it: what becomes of the folder, what changes for each tool, what is left alone. */
export function planPage(plan: Plan, isVerbose: boolean, style: TextStyle): string {
  const page = openPage(style);
  page.heading(`${shortPath(plan.move.from)} → ${shortPath(plan.move.to)}`);
  page.item("note", folderSentences[plan.folder]);
  const changed = plan.stores.filter(
    ({ rewrites, renames }) => rewrites.length + renames.length > 0,
  );
  for (const store of changed)
    storeSection(store, plan.sessions[store.source] ?? 0, isVerbose, page);
  const others = plan.stores.filter((store) => !changed.includes(store));
  if (others.length > 0) {
    page.heading(others.map(({ source }) => toolOf(source)).join(", "));
    page.item("note", "Nothing names this folder.");
  }
  remarks(plan, page);
  return page.text();
}

const folderSentences: Readonly<Record<Plan["folder"], string>> = {
  rename: "The folder is renamed.",
  copy: "The folder is copied to the other volume, compared, then removed here.",
  stays: "The folder stays where it is; only the sessions are moved.",
};

function storeSection(store: StorePlan, sessions: number, isVerbose: boolean, page: Page): void {
  page.heading(toolOf(store.source));
  page.item("fine", `${plural(sessions, "session")} will be found under the new path.`);
  renamesSection(store, isVerbose, page);
  rewritesSection(store, isVerbose, page);
}

function renamesSection({ renames }: StorePlan, isVerbose: boolean, page: Page): void {
  const shown = renames.slice(0, isVerbose ? renames.length : mostShown);
  let last: string | undefined;
  for (const { from, to } of shown) {
    const [folder, name, newName] = [dirname(to), safeLine(basename(from)), safeLine(basename(to))];
    const title = dirname(from) === folder ? "Other names in" : "Merged into";
    if (`${title} ${folder}` !== last) page.item("note", `${title} ${shortPath(folder)}:`);
    last = `${title} ${folder}`;
    page.detail(name === newName ? name : `${name} → ${newName}`);
  }
  page.others(renames.length - shown.length, " (--verbose lists them)");
}

function rewritesSection(store: StorePlan, isVerbose: boolean, page: Page): void {
  const { rewrites } = store;
  if (rewrites.length === 0) return;
  const merged = rewrites.reduce((sum, { absorbs }) => sum + absorbs.length, 0);
  const others = merged > 0 ? `, into which ${plural(merged, "other")} are merged` : "";
  page.item("note", `Other paths in ${plural(rewrites.length, "file")}${others}:`);
  page.table(fieldsOf(store), [
    { title: "CHANGES", align: "right", text: ({ count }) => formatCount(count) },
    { title: "WHAT", color: "cyan", text: ({ field }) => safeLine(field) },
    { title: "WHERE", text: ({ files }) => whereText(files) },
  ]);
  if (isVerbose) for (const { path } of rewrites) page.detail(shortPath(path));
}

/** The fields that change, those that change most first. */
function fieldsOf({ rewrites }: StorePlan) {
  const counts = new Map<string, { field: string; count: number; files: Set<string> }>();
  for (const { path, changes } of rewrites)
    for (const { field, count } of changes) {
      const known = getOrAdd(counts, field, () => ({ field, count: 0, files: new Set<string>() }));
      known.count += count;
      known.files.add(path);
    }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

function whereText(files: ReadonlySet<string>): string {
  const [first = ""] = files;
  return files.size === 1 ? safeLine(basename(first)) : plural(files.size, "file");
}

function remarks({ notes, stores, blockers }: Plan, page: Page): void {
  const all = [...notes, ...stores.flatMap((store) => store.notes)];
  if (all.length + blockers.length === 0) return;
  page.heading("What you should know");
  for (const { message } of blockers) page.item("wrong", safeLine(message));
  for (const { message, path } of all) {
    page.item("attention", safeLine(message));
    if (path !== undefined) page.detail(shortPath(path));
  }
}

/** The steps that take time, as progress shows them. */
export const stepTexts: Readonly<Record<Step, string>> = {
  copying: "Copying the folder to its new volume …",
  reading: "Reading the sessions …",
  writing: "Preparing the changes …",
  "reading-back": "Reading the sessions back …",
};

/** The result of a move, and how to undo it. */
export function outcomeText(outcome: Outcome, plan: Plan, { home }: OptionsOf<"move">): string[] {
  const found = outcome.sessions === 1 ? "is found" : "are found";
  const left = outcome.leftBehind.map(({ id, source }) => `${safeLine(id)} of ${source}`);
  const undo = commandLine(["move", "--undo"], defined({ home }));
  const { leftover } = outcome;
  const lines = [
    `Moved: ${plural(outcome.sessions, "session")} ${found} under ${shortPath(plan.move.to)}, checked by reading them back.`,
    left.length > 0 && `Still found under ${shortPath(plan.move.from)}: ${left.join(", ")}.`,
    leftover !== undefined && `The old folder cannot be removed: ${shortPath(leftover)}.`,
    `The originals (${formatBytes(outcome.backupBytes)}) are kept in ${shortPath(outcome.backup)}.`,
    undo !== undefined && `${undo} undoes all of it.`,
  ];
  return lines.filter((line) => line !== false);
}
