export type { ChangeCounts, Diagnostic } from "./diagnostics.js";
export { SessionError } from "./engine/caller-mistakes.js";
export { contextFor, DiagnosticError, type EngineOptions } from "./engine/reporting.js";
export {
  type ConvertedSession,
  convert,
  type ListedSession,
  type LoadedSession,
  listSessions,
  loadSessions,
  type SessionsOptions,
  sessions,
} from "./engine/sessions.js";
export { errorCode, messageOf, sentenceWith } from "./errors.js";
export { droppedFeatures, usedFeatures } from "./features.js";
export { fileNameOf, safeName } from "./file-name.js";
export type { Json, JsonObject } from "./json.js";
export { jsonText, withoutControls, withoutHalves } from "./json-text.js";
export * from "./model.js";
export { checkOptions, OptionError, oneOf, wrongOption } from "./options.js";
export { compareStrings } from "./order.js";
export * from "./plugin.js";
export { type Defined, defined, type Loose, nonEmpty, present } from "./present.js";
export { safeLine, safeText, withoutEscapeSequences } from "./safe-text.js";
export { addTallies, isTally, type Tally, tallyAddsUp, total } from "./tally.js";
export { withoutReasoning, withoutSubagents } from "./transforms.js";
export { allMessages, allParts, isStartedBy, resultParts, withSubagents } from "./walk.js";
