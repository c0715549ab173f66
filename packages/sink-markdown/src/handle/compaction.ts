import type { CompactionPart } from "@chatexport/core";
import { type Block, body } from "../block.js";
import { fold } from "../fold.js";

/** The place where the conversation was replaced by a summary, which is folded. */
export function* compaction(part: CompactionPart): Generator<Block> {
  const { summary, trigger, tokensBefore, tokensAfter } = part;
  const outcome = [
    trigger === "auto" ? "automatically" : trigger === "manual" ? "by command" : undefined,
    tokensBefore === undefined ? undefined : `${tokensBefore} tokens before`,
    tokensAfter === undefined ? undefined : `${tokensAfter} tokens after`,
  ].filter((fact) => fact !== undefined);
  const line = { lead: "Conversation compacted", outcome: outcome.join(", ") };
  yield* fold(line, summary === undefined ? [] : [body(summary)]);
}
