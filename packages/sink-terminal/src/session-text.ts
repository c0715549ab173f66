import type { Session } from "@chatexport/core";
import { type DocumentOptions, documentOf } from "@chatexport/document";
import { flow } from "./flow.js";
import { header } from "./header.js";
import { inkOf } from "./ink.js";
import type { Layout } from "./layout.js";

/** How a session is written: the options of the sink with their defaults. */
export interface TextSettings extends Required<DocumentOptions> {
  color: boolean;
  columns: number | undefined;
}

// As wide as a terminal mostly is, so that a file or a pipe gets the same text everywhere.
const columnsElsewhere = 80;
// Longer lines are hard to read.
const mostColumns = 100;

/** A session as text, line by line; nothing in it can command a terminal. */
export function* sessionText(
  session: Session,
  { color, columns = 0, ...settings }: TextSettings,
): Generator<string> {
  const widest = columns || columnsElsewhere;
  const layout: Layout = {
    ink: inkOf(color),
    detail: settings.detail,
    columns: Math.min(widest, mostColumns),
    widest,
    isTerminal: columns > 0,
    folds: 0,
  };
  const document = documentOf(session, settings);
  for (const line of header(session, document, layout)) yield `${line}\n`.toWellFormed();
  for (const line of flow(document.blocks, layout)) yield `${line}\n`.toWellFormed();
}
