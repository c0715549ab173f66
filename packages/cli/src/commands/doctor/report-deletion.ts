import type { Coverage } from "@chatexport/archive";
import { safeLine } from "@chatexport/core";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import { shortPath } from "../../host/files/paths.js";
import type { Page } from "../../terminal/page.js";
import { shownDay, titleOfDays } from "../../terminal/session-table.js";
import type { Deletion, Findings, StoreFindings } from "./findings.js";

const mostShown = 5;
/** From here on a limit is nothing to worry about. */
const longDays = 365;

/** The dates when the tools will delete sessions; nothing where no tool is known to delete any. */
export function deletionSection(
  { sources, deletion, missingProjects }: Findings,
  page: Page,
): void {
  const limited = sources.flatMap((source) =>
    source.stores.filter(({ retention, sessions }) => retention && sessions),
  );
  if (limited.length === 0) return;
  page.heading("What will be deleted");
  const isCopy = missingProjects === undefined;
  if (isCopy) page.item("note", "Nothing, unless a tool runs in this folder; then:");
  for (const store of limited) printLimit(store, isCopy, page);
  if (deletion.within30Days > 0) printCounts(deletion, page);
  else if (!isCopy) page.item("fine", "No session will be deleted within 30 days.");
  printNext(deletion, page);
}

function printLimit({ path, retention }: StoreFindings, isCopy: boolean, page: Page): void {
  if (!retention) return;
  const { days, path: file, doubt, setting } = retention;
  const because = file === undefined ? "the tool's default" : shortPath(file);
  const isLong = days >= longDays && doubt === undefined;
  const rule =
    days === 0
      ? `${shortPath(path)}: 0 days (${because}).`
      : `${shortPath(path)}: sessions unchanged for ${plural(days, "day")} are deleted (${because}).`;
  page.item(isLong ? "fine" : "attention", rule);
  if (doubt !== undefined) page.more(safeLine(doubt));
  if (setting && !isLong && !isCopy)
    page.advice(`${safeLine(setting.text)} in ${shortPath(setting.path)} keeps sessions longer.`);
}

function printCounts(
  { overdue, within7Days, within30Days, next: all }: Deletion,
  page: Page,
): void {
  const soon = within7Days > 0 ? `, ${formatCount(within7Days)} of them within 7 days` : "";
  const next = overdue > 0 ? `, ${formatCount(overdue)} when the tool next starts` : "";
  const gone = `${plural(within30Days, "session")} will be deleted within 30 days`;
  const saved = all.filter(({ archive }) => archive === "current").length;
  // What is archived as it is cannot be lost.
  const mark = saved === all.length ? "note" : "attention";
  page.item(mark, `${gone}${soon}${next}, unless you continue them.`);
  const isSaved = saved === all.length ? "All" : saved === 0 ? "None" : formatCount(saved);
  page.more(`${isSaved} of them ${saved > 1 ? "are" : "is"} up to date in the archive.`);
}

const archiveWords: Readonly<Record<Coverage, string>> = {
  current: "archived",
  older: "archived, older",
  none: "not archived",
};

function printNext({ next }: Deletion, page: Page): void {
  if (next.length === 0) return;
  const now = Date.now();
  page.table(
    next,
    [
      {
        title: titleOfDays("GOES"),
        color: "yellow",
        text: ({ expiresAt }) =>
          Date.parse(expiresAt) <= now ? "next start" : shownDay(expiresAt),
      },
      { title: "ID", color: "dim", text: ({ shortId }) => shortId },
      { title: "ARCHIVE", text: ({ archive }) => archiveWords[archive], from: 50 },
      {
        title: "PROJECT",
        color: "cyan",
        share: 0.2,
        text: ({ project = "" }) => project,
        from: 70,
      },
      { title: "TITLE", text: ({ title = "" }) => title },
    ],
    mostShown,
  );
}
