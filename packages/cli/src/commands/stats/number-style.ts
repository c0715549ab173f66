import { formatCount, shortCount } from "@chatexport/sink-terminal/format";
import type { TextStyle } from "../../terminal/text-style.js";

/** How numbers are written: for eyes on a terminal, plain elsewhere. */
export interface NumberStyle {
  /** What can be counted: 12,345. */
  count(count: number): string;
  /** What is too much to be counted: 1.2M. */
  amount(count: number): string;
}

/** The numbers of a table. */
export function numbersFor({ columns }: TextStyle): NumberStyle {
  return columns === undefined
    ? { count: String, amount: String }
    : { count: formatCount, amount: shortCount };
}
