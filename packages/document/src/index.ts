export { type Mark, madeCommits, outputOf } from "./achievements.js";
export { shownBranches } from "./branches.js";
export { documentTree } from "./build.js";
export { type ChangedFile, changedFiles, editsMade } from "./changed-files.js";
export { type Change, changesOf } from "./diff.js";
export { featuresOf } from "./features.js";
export { type HiddenAdditions, hiddenAdditions } from "./hidden-additions.js";
export {
  daysOf,
  entriesIn,
  entryFacts,
  entryPrompt,
  type Row,
  rowsOf,
  stateWords,
} from "./index-entries.js";
export { kindWord } from "./kind-words.js";
export { type Limit, type Limits, longLimits, noLimits, shortLimits } from "./limits.js";
export { anchorOf, fragmentOf, messageAnchors, relativeLink } from "./links.js";
export type * from "./nodes.js";
export {
  type Branches,
  type Detail,
  type DocumentOptions,
  options,
  settingsOf,
  type UnifiedPlugin,
} from "./options.js";
export { firstWords, isPrompt, type PromptEntry, promptsOf } from "./prompts.js";
export { type Run, runsBy } from "./runs.js";
export { parentOf, titleOf, usageOf } from "./session-facts.js";
export {
  inShort,
  largestContext,
  marksIn,
  outcomeOf,
  promptCount,
  type Results,
  resultsOf,
  summaryOf,
} from "./session-summary.js";
export { count, isLegible, lineBreaks, oneLine, visible } from "./text.js";
export { clock, dayOf } from "./times.js";
export { toolOf } from "./tool-names.js";
