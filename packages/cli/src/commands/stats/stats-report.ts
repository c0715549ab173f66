import type { DailyCounts } from "@chatexport/core";
import type { Statistics } from "@chatexport/document/statistics";
import { formatCount, shortCount } from "@chatexport/sink-terminal/format";
import type { TextStyle } from "../../terminal/text-style.js";

/** The report that `schemas/stats.schema.json` describes. */
export interface StatsReport extends Statistics {
  /** The start that was asked for, as RFC 3339. */
  since?: string;
  until?: string;
  /**
   * The numbers that the tools themselves counted, the newest day first; absent when there are
   * none.
   */
  dailyCounts?: (DailyCounts & { source: string })[];
}

/** The style of numbers: for eyes on a terminal, plain elsewhere. */
export interface NumberStyle {
  /** A number that people count one by one: 12,345. */
  count(count: number): string;
  /** A number too large for that, 1.2M; empty where it is not known. */
  amount(count: number | undefined): string;
}

/** The numbers of a table. */
export function numbersFor({ columns }: Pick<TextStyle, "columns">): NumberStyle {
  const [count, short] = columns === undefined ? [String, String] : [formatCount, shortCount];
  return { count, amount: (number) => (number === undefined ? "" : short(number)) };
}
