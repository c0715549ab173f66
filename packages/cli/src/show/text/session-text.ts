import type { Session } from "@chatexport/core";
import { type DocumentOptions, documentOf } from "@chatexport/document";
import type { TextStyle } from "../../terminal/text-style.js";
import { flow } from "./flow.js";
import { header } from "./header.js";
import { inkOf } from "./ink.js";
import type { Place } from "./place.js";

// As wide as a terminal mostly is, so that a file or a pipe gets the same text everywhere.
const columnsElsewhere = 80;
// Longer lines are hard to read.
const mostColumns = 100;

/** A session as text, line by line; nothing in it can command a terminal. */
export function* sessionText(
  session: Session,
  settings: Required<DocumentOptions>,
  { colors, columns = 0 }: TextStyle,
): Generator<string> {
  const widest = columns || columnsElsewhere;
  const place: Place = {
    ink: inkOf(colors),
    detail: settings.detail,
    columns: Math.min(widest, mostColumns),
    widest,
    isTerminal: columns > 0,
    folds: 0,
  };
  const document = documentOf(session, settings);
  for (const line of header(session, document, place)) yield `${line}\n`;
  for (const line of flow(document.blocks, place)) yield `${line}\n`;
}
