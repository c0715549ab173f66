import type { SectionBlock } from "@chatexport/document";
import width from "fast-string-width";
import { fit } from "../../terminal/fit.js";
import { flow } from "./flow.js";
import { harmlessLine } from "./harmless.js";
import { behind, type Place } from "./place.js";

/** What stands beside the conversation, below a line across; what was left has a bar beside it. */
export function* section({ what, title, blocks }: SectionBlock, place: Place): Generator<string> {
  const { ink, columns } = place;
  const words = fit(harmlessLine(title), columns);
  const rest = Math.max(columns - width(words) - 1, 0);
  yield `${ink.title(words)} ${ink.quiet("─".repeat(rest))}`;
  yield "";
  if (what !== "branch") yield* flow(blocks, place);
  else {
    const bar = ink.quiet("│");
    yield* behind([`${bar} `, `${bar} `], 2, place, (inner) => flow(blocks, inner));
  }
}
