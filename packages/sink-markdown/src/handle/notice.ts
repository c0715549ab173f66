import type { NoticePart } from "@chatexport/core";
import { type Block, remark, strong, text } from "../block.js";
import { oneLine } from "../line.js";

/** Something the tool told its user, in a line. */
export function* notice({ level, text: message }: NoticePart): Generator<Block> {
  const told = oneLine(message, 1000);
  if (level === "info") yield remark(text(told));
  else yield remark(strong(level === "error" ? "Error:" : "Warning:"), text(` ${told}`));
}
