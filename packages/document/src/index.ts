export { anchorOf, fragmentOf } from "./anchor.js";
export type * from "./block.js";
export { type Document, documentOf } from "./document.js";
export { entryFacts, entryPrompt, stateWords } from "./entry-words.js";
export { featuresOf } from "./features.js";
export { relativeLink } from "./href.js";
export { daysOf, type Row, rowsOf } from "./index-rows.js";
export { count, isLegible, oneLine } from "./line.js";
export {
  type Branches,
  type Detail,
  type DocumentOptions,
  options,
  settingsOf,
} from "./options.js";
export { type PromptEntry, promptsOf } from "./prompts.js";
export { type Run, runsBy } from "./runs.js";
export { isPrompt } from "./scope.js";
export { clock, dayOf } from "./time.js";
export { titleOf } from "./title.js";
export { usageOf } from "./usage.js";
export { visible } from "./visible.js";
