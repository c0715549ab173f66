import type { DailyCounts } from "@chatexport/core";
import type { Statistics } from "@chatexport/document/statistics";
import { formatCount, shortCount } from "@chatexport/sink-terminal/format";
import type { TextStyle } from "../../terminal/text-style.js";

/** What `schemas/stats.schema.json` describes. */
export interface StatsReport extends Statistics {
  /** What was asked for, as RFC 3339. */
  since?: string;
  until?: string;
  /** What the tools themselves counted, the newest day first; absent when nothing was. */
  dailyCounts?: (DailyCounts & { source: string })[];
}

/** How numbers are written: for eyes on a terminal, plain elsewhere. */
export interface NumberStyle {
  /** What can be counted: 12,345. */
  count(count: number): string;
  /** What is too much to be counted, 1.2M; empty where it is not known. */
  amount(count: number | undefined): string;
}

/** The numbers of a table. */
export function numbersFor({ columns }: TextStyle): NumberStyle {
  const [count, short] = columns === undefined ? [String, String] : [formatCount, shortCount];
  return { count, amount: (number) => (number === undefined ? "" : short(number)) };
}
