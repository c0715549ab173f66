import type { ReasoningPart } from "@chatexport/core";
import { type Block, body, remark, text } from "../block.js";
import { fold } from "../fold.js";
import type { Scope } from "../scope.js";

/** What the model thought, folded. */
export function* reasoning(part: ReasoningPart, { detail }: Scope): Generator<Block> {
  if (detail === "conversation") return;
  const thought = body(part.text ?? "");
  if (thought.value !== "") yield* fold({ lead: "Reasoning" }, [thought]);
  else if (part.redacted && detail === "full") yield remark(text("Reasoning, encrypted"));
}
