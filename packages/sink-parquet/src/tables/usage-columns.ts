import type { Usage } from "@chatexport/core";
import { type Columns, count, number, text } from "./column.js";

/** Tokens and costs, of a response or of a session. */
export const usedColumns: Columns<Usage> = {
  input_tokens: count("Tokens read, with cache reads and writes", (usage) => usage.inputTokens),
  output_tokens: count("Tokens written, with reasoning", (usage) => usage.outputTokens),
  cache_read_tokens: count("Of the input: read from the cache", (usage) => usage.cacheReadTokens),
  cache_write_tokens: count("Of the input: written to it", (usage) => usage.cacheWriteTokens),
  reasoning_tokens: count("Of the output: reasoning", (usage) => usage.reasoningTokens),
  cost: number("What it cost, where the store says so", (usage) => usage.cost?.amount),
  currency: text("Currency of the cost", (usage) => usage.cost?.currency),
};
