import type { SectionBlock } from "@chatexport/document";
import width from "fast-string-width";
import { fit } from "./fit.js";
import { flow } from "./flow.js";
import { harmlessLine } from "./harmless.js";
import { behind, type Layout } from "./layout.js";

/** What stands beside the conversation, below a line across; what was left has a bar beside it. */
export function* section({ what, title, blocks }: SectionBlock, layout: Layout): Generator<string> {
  const { ink, columns } = layout;
  const words = fit(harmlessLine(title), columns);
  const rest = Math.max(columns - width(words) - 1, 0);
  yield `${ink.title(words)} ${ink.quiet("─".repeat(rest))}`;
  yield "";
  if (what !== "branch") yield* flow(blocks, layout);
  else {
    const bar = ink.quiet("│");
    yield* behind([`${bar} `, `${bar} `], 2, layout, (inner) => flow(blocks, inner));
  }
}
