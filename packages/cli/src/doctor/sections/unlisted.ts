import { formatCount, plural } from "../../numbers.js";
import { lastDay } from "../../session-table.js";
import type { Page } from "../../terminal/page.js";
import type { Findings, SessionFacts } from "../findings.js";

const mostShown = 5;

/** Sessions that a tool keeps, but shows nowhere. */
export function unlistedSection({ unlisted }: Findings, page: Page): void {
  if (unlisted.length === 0) return;
  const sources = [...new Set(unlisted.map(({ source }) => source))].join(", ");
  page.heading("Sessions that are in no list of their tool");
  page.item(
    "attention",
    `${sources} keeps ${plural(unlisted.length, "session")} that none of its lists names, so that it does not show them.`,
  );
  page.table(unlisted.slice(0, mostShown), [
    {
      title: "DATE",
      color: "dim",
      text: (session: SessionFacts) => lastDay(session),
    },
    { title: "ID", color: "yellow", text: ({ shortId }) => shortId },
    { title: "PROJECT", color: "cyan", share: 0.2, text: ({ project = "" }) => project, from: 50 },
    { title: "TITLE", text: ({ title = "" }) => title },
  ]);
  if (unlisted.length > mostShown)
    page.detail(`… and ${formatCount(unlisted.length - mostShown)} more.`);
  page.detail("They are read and exported like all others.");
}
