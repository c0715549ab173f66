import { safeLine } from "@chatexport/core";
import { formatCount, localTime, plural } from "@chatexport/core/read";
import { toolOf } from "@chatexport/document";
import type { OptionsOf } from "../../options/option-table.js";
import { openPage } from "../../terminal/page.js";
import { commandLine } from "../../terminal/shell-words.js";
import { stdoutStyle } from "../../terminal/text-style.js";
import { zoneOf } from "../../terminal/time-zone.js";
import type { Report, ShownCommit } from "./report.js";
import { reasonOf, type ShownAuthor } from "./shown-author.js";

type ShortId = (session: { source: string; id: string }) => string;

/** More authors of one commit or file would not be read. */
const mostAuthors = 10;

/** An answer for people: a paragraph for each author. */
export function reportText(
  report: Report,
  word: string,
  shortId: ShortId,
  options: OptionsOf<"why">,
): string {
  const style = stdoutStyle(options.color);
  const { bold, dim } = style.colors;
  const page = openPage(style);
  const { authors, commit, unknownLines = 0 } = report;
  const zone = zoneOf(options);
  const isCommit = report.path === undefined;
  const about = isCommit && commit ? commitWords(commit, zone) : safeLine(report.text ?? "");
  page.heading(word, about === "" ? undefined : dim(about));
  for (const author of authors.slice(0, mostAuthors)) {
    const mark = author.level === "certain" ? "fine" : "attention";
    const count = author.lines === undefined ? "" : `, ${plural(author.lines, "line")}`;
    page.item(mark, `${author.level}${count}: ${bold(safeLine(author.title ?? "(no title)"))}`);
    const id = shortId({ source: author.source, id: author.session });
    const when = minuteOf(author.startedAt, zone);
    page.detail([id, toolOf(author.source), when].filter((fact) => fact !== "").join(" · "));
    if (author.prompt) page.more(promptWords(author));
    page.more(`Because ${reasonOf(author, !isCommit)}.`);
    if (!isCommit && commit) page.detail(`Commit ${commitWords(commit, zone)}`);
    page.advice(commandLine(["show", id], options) ?? `chatexport show ${id}`);
  }
  page.others(authors.length - mostAuthors);
  if (authors.length === 0) page.item("note", unknownWords(report, zone));
  else if (unknownLines > 0)
    page.item(
      "note",
      `unknown, ${plural(unknownLines, "line")}: no session is known to have written this`,
    );
  if (authors.length === 0 || unknownLines > 0) page.detail(searchedWords(report, zone));
  return page.text();
}

/** "Prompt 3: Round the totals" */
export function promptWords({ prompt }: Pick<ShownAuthor, "prompt">): string {
  const { number, text = "(no text)" } = prompt ?? {};
  return `${number === undefined ? "Prompt" : `Prompt ${number}`}: ${text}`;
}

function unknownWords({ nobody, path, commit, line }: Report, zone: string): string {
  if (nobody === "merge") return "none: it is a merge, which no session wrote";
  const by = commit && path !== undefined ? ` (${commitWords(commit, zone)})` : "";
  if (nobody === "bot") return `none: a bot made the commit${by}`;
  const what = path === undefined ? "this commit" : line === undefined ? "this file" : "this line";
  const isNew = path !== undefined && line !== undefined && !commit;
  return `unknown: no session is known to have written ${what}${isNew ? ", which is not committed yet" : by}`;
}

/** "4e12a98 “Round totals”, Mira, 2026-11-12 14:09" */
function commitWords({ hash, subject, author, time }: ShownCommit, zone: string): string {
  return `${hash.slice(0, 7)} “${safeLine(subject)}” by ${safeLine(author)}, ${minuteOf(time, zone)}`;
}

function searchedWords({ searched, nobody }: Report, zone: string): string {
  if (nobody) return "Merges and commits of bots are not searched for.";
  const { sessions, from, until, others, folder } = searched;
  const [first, last] = [from, until].map((time) => time && dayOf(time, zone));
  const span = first === last ? (first ? ` of ${first}` : "") : ` from ${first} to ${last}`;
  const rest =
    others > 0
      ? ` Not searched: ${formatCount(others)} that took place elsewhere or began later.`
      : "";
  return `Searched ${plural(sessions, "session")}${span} in ${safeLine(folder)}.${rest}`;
}

function dayOf(time: string, zone: string): string {
  return safeLine(localTime(time, zone).slice(0, 10));
}

/** A time to the minute; empty where there is none. */
export function minuteOf(time = "", zone: string): string {
  return safeLine(localTime(time, zone).slice(0, 16).replace("T", " "));
}
