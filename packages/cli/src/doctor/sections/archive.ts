import { safeLine } from "@chatexport/core";
import { formatCount, plural } from "../../numbers.js";
import type { DoctorOptions } from "../../options.js";
import { commandLine } from "../../own-command-line.js";
import type { Page } from "../../terminal/page.js";
import { shortPath } from "../../terminal/short-path.js";
import type { Findings } from "../findings.js";

/** What stands for standard output where a folder is asked for. */
const standardOutput = "-";

/** What the archive has of the sessions, and how to bring it up to date. */
export function archiveSection(
  { archive, deletion }: Findings,
  page: Page,
  options: DoctorOptions,
): void {
  const { found, reason, counts, sinks } = archive;
  const path = shortPath(archive.path);
  const outdated = counts.older + counts.none;
  const sessions = counts.current + outdated;
  const isUrgent = deletion.next.some((session) => session.archive !== "current");
  // Nothing can be compared with what was written there.
  if (options.out === standardOutput) return;
  page.heading("Archive");
  if (!found) page.item(isUrgent ? "attention" : "note", `There is no archive in ${path}.`);
  else if (reason !== undefined) page.item("wrong", `${path} cannot be read: ${safeLine(reason)}`);
  else if (outdated === 0)
    page.item("fine", `${path} has all ${plural(sessions, "session")} as in the store now.`);
  else {
    const parts = [
      `${path} has ${formatCount(counts.current)} of ${plural(sessions, "session")} as in the store now`,
      ...(counts.older > 0 ? [`${formatCount(counts.older)} as before they went on`] : []),
      ...(counts.none > 0 ? [`and lacks ${formatCount(counts.none)}`] : []),
    ];
    page.item(isUrgent ? "attention" : "note", `${parts.join(", ")}.`);
  }
  if (outdated === 0 || reason !== undefined) return;
  const words = ["export", "--out", options.out, ...sinks.flatMap((sink) => ["--to", sink])];
  const purpose = found ? "brings it up to date." : "makes one that keeps what the tools delete.";
  const line = commandLine(words, options);
  if (line === undefined) return;
  page.advice(line);
  page.detail(purpose);
}
