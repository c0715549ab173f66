import { formatBytes, plural } from "../../numbers.js";
import type { DoctorOptions } from "../../options.js";
import { commandLine } from "../../own-command-line.js";
import type { Page } from "../../terminal/page.js";
import { shortPath } from "../../terminal/short-path.js";
import type { Findings } from "../findings.js";

/** Moves of projects: one that was interrupted, and what is kept of the others. */
export function movesSection({ moves }: Findings, page: Page, { home }: DoctorOptions): void {
  const [unfinished] = moves.filter(({ isUnfinished }) => isUnfinished);
  const kept = moves.filter(({ isUnfinished }) => !isUnfinished);
  const [last] = kept;
  const undo = commandLine(["move", "--undo"], home === undefined ? {} : { home });
  if (moves.length > 0) page.heading("Projects that were moved");
  if (unfinished) {
    const paths = `${shortPath(unfinished.from)} to ${shortPath(unfinished.to)}`;
    page.item("wrong", `A move of ${paths} was interrupted: sessions may be where nobody looks.`);
    if (undo !== undefined) page.advice(undo);
  }
  if (!last) return;
  const bytes = kept.reduce((sum, move) => sum + move.bytes, 0);
  page.item(
    "note",
    `The originals of ${plural(kept.length, "move")} take ${formatBytes(bytes)}. Without its folder a move can no longer be set back, and that is all; the last one is ${shortPath(last.folder)}.`,
  );
}
