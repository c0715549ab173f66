export { damagedIndex, unusableIndex } from "./diagnostics.js";
export type { KeptFacts } from "./kept-rows.js";
export {
  alternativesOf,
  couldBeSecret,
  type Pattern,
  PatternError,
  patternOf,
  requiredTexts,
  requiredWords,
  type Term,
  wordsIn,
} from "./pattern.js";
export {
  type Answer,
  type IndexedPartFilter,
  type KeptAnswer,
  type Query,
  queryOf,
  type SearchOptions,
} from "./search.js";
export {
  type IndexPlace,
  keptFacts,
  type OpenOptions,
  openSearchIndex,
  type SearchIndex,
} from "./search-index.js";
export type { KeepingTransform, UpdateOptions } from "./update.js";
