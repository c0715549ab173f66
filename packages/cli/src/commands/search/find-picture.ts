import { safeLine } from "@chatexport/core";
import { fit, fitEnd } from "@chatexport/sink-terminal/format";
import type { ScreenSize } from "../../terminal/full-screen.js";
import type { Colors } from "../../terminal/text-style.js";
import { type TerminalHits, widthsOf } from "./terminal-hits.js";

/** A moment of the search, as far as it is seen. */
export interface Seen<Session extends TerminalHits = TerminalHits> {
  /** The words as they were typed. */
  text: string;
  /** The sessions are still those of an earlier text. */
  isDue: boolean;
  /** The number of hits, or what is wrong with the text. */
  status: string;
  sessions: readonly Session[];
  /** The number of the session that is chosen, from 0. */
  chosen: number;
  /** The hits of this session with the lines around them. */
  preview?: TerminalHits | undefined;
  /** The number of lines of the preview above its pane. */
  scrolled: number;
}

const keys = "Enter reads it   Esc quits   ← → scroll   ^O page   ^R continue   ^Y copy id";

/** Below so many rows there is no preview. */
const roomy = 14;

/** The columns that lists have, beside the mark of what is chosen. */
export const columnsBesideList = 2;

/** The screen: the typed words, the sessions that have them, the hits of the chosen one, and the keys. */
export function findPicture(seen: Seen, { columns, rows }: ScreenSize, colors: Colors): string {
  const left = rows - 3;
  // Before anything is found, there is no preview either.
  const isWhole = rows < roomy || !hasHits(seen);
  const list = sessionLines(seen, isWhole ? left : left >> 1, colors);
  const preview = previewLines(seen).slice(seen.scrolled);
  const all = [
    `${colors.bold("Find:")} ${typed(seen.text, columns - 8)}${colors.inverse(" ")}`,
    colors.dim(fit(seen.status, columns)),
    ...list,
    ...(preview.length > 0 && rows >= roomy ? [colors.dim("─".repeat(columns)), ...preview] : []),
  ];
  while (all.length < rows - 1) all.push("");
  return [...all.slice(0, rows - 1), colors.dim(fit(keys, columns))].join("\n");
}

/** The hits of the chosen session, without its heading, which is in the list. */
export function previewLines({ preview }: Seen): string[] {
  return preview ? linesOf(preview).slice(1) : [];
}

/** The end of what was typed, with a blank at the end. */
function typed(text: string, columns: number): string {
  return fitEnd(safeLine(`${text}|`).slice(0, -1), columns);
}

/** As many sessions as fit, with the chosen one among them: its heading and its best line. */
function sessionLines({ sessions, chosen }: Seen, rows: number, colors: Colors): string[] {
  const height = hasHits({ sessions }) ? 2 : 1;
  const most = Math.max(1, Math.floor(rows / height));
  const first = Math.max(0, Math.min(chosen - (most >> 1), sessions.length - most));
  const shown = sessions.slice(first, first + most);
  const widths = widthsOf(shown);
  return shown.flatMap((session, index) => {
    const isChosen = first + index === chosen;
    const mark = isChosen ? colors.green("❯ ") : " ".repeat(columnsBesideList);
    return linesOf(session, 1, widths).map(
      (line, index) => (index === 0 ? mark : " ".repeat(columnsBesideList)) + line,
    );
  });
}

function hasHits({ sessions }: Pick<Seen, "sessions">): boolean {
  return sessions.some(({ count }) => count > 0);
}

function linesOf(
  hits: TerminalHits,
  most = Number.POSITIVE_INFINITY,
  widths = hits.widths,
): string[] {
  return hits.text(most, widths).trimEnd().split("\n");
}
