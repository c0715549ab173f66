export type { ChangedKind, Changes } from "./changes.js";
export { type Block, blocksIn, contentOf, textBlocks } from "./content-blocks.js";
export { type Replacement, replacementsOf } from "./edit-texts.js";
export { apiId, type CallIds, hashedUuid, isUuid, sessionUuid } from "./ids.js";
export { callsForFiles, type OwnTools, ownCallsOf, translatedCall } from "./own-calls.js";
export { fileBlocks } from "./results.js";
export { type ToolFormat, toolSink } from "./tool-sink.js";
export {
  type OwnCall,
  type Reasoning,
  reasonings,
  type Scope,
  type Turn,
  turnsOf,
} from "./turns.js";
