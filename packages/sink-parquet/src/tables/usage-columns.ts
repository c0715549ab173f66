import type { Usage } from "@chatexport/core";
import { type Columns, count, number, text } from "./column.js";

/** Tokens and costs, of a response or of a session. */
export const usedColumns: Columns<Usage> = {
  input_tokens: count(
    "Input tokens, cache reads and writes included",
    (usage) => usage.inputTokens,
  ),
  output_tokens: count("Output tokens, reasoning included", (usage) => usage.outputTokens),
  cache_read_tokens: count("Input tokens read from the cache", (usage) => usage.cacheReadTokens),
  cache_write_tokens: count("Input tokens written to the cache", (usage) => usage.cacheWriteTokens),
  reasoning_tokens: count("Output tokens of reasoning", (usage) => usage.reasoningTokens),
  cost: number("What it cost, where the store says so", (usage) => usage.cost?.amount),
  currency: text("Currency of the cost", (usage) => usage.cost?.currency),
};
