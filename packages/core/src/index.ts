export { type ConvertedSession, convert } from "./convert.js";
export { type Diagnostic, messageOf } from "./diagnostic.js";
export { withoutEscapeSequences } from "./escape-sequences.js";
export { droppedFeatures, usedFeatures } from "./features.js";
export {
  type Json,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  stringOf,
  textOf,
} from "./json.js";
export * from "./model.js";
export * from "./plugin.js";
export { nonEmpty, type Present, present } from "./present.js";
export {
  contextFor,
  type EngineOptions,
  type ListedSession,
  type LoadedSession,
  listSessions,
  loadSessions,
  type SessionsOptions,
  sessions,
} from "./sessions.js";
export { addTallies, type Tally, TallyCounter, tallyAddsUp, total } from "./tally.js";
export { allMessages, allParts, withSubagents } from "./walk.js";
