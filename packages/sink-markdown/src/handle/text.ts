import type { TextPart } from "@chatexport/core";
import { type Block, body } from "../block.js";

/** What somebody said, in full at every level of detail. */
export function* text(part: TextPart): Generator<Block> {
  const said = body(part.text);
  if (said.value !== "") yield said;
}
