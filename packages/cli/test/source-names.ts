import { builtIns } from "../src/built-in.js";

/** The names of all sources that come with the program, as messages list them. */
export const sourceNames = Object.keys(builtIns.source) as (keyof typeof builtIns.source)[];

/** Those of them that look for a store by themselves. */
const searchedSources = sourceNames.filter(
  (name) => !["atif", "chatgpt", "claude-ai", "jsonl"].includes(name),
);

/** The same as "a, b or c". */
export const searchedNames = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  searchedSources,
);
