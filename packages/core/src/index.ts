export { type ConvertedSession, convert } from "./convert.js";
export { type Diagnostic, messageOf, unreadableFile, unreadableFolder } from "./diagnostic.js";
export { type ElementText, splitElements } from "./elements.js";
export { errorCode } from "./error-code.js";
export { withoutEscapeSequences } from "./escape-sequences.js";
export { droppedFeatures, usedFeatures } from "./features.js";
export { isRunning } from "./is-running.js";
export {
  type Json,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  setField,
  stringOf,
  textOf,
  wordOf,
} from "./json.js";
export {
  type JsonLine,
  jsonLines,
  type LineRange,
  parseLine,
  readJsonLines,
  reportLine,
} from "./json-lines.js";
export { type Lock, lockFolder } from "./lock-folder.js";
export * from "./model.js";
export { openFile, readTextFile } from "./open-file.js";
export { byStart, compareStrings } from "./order.js";
export * from "./plugin.js";
export { nonEmpty, type Present, present } from "./present.js";
export { withoutRepeated } from "./repeated.js";
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
export { type System, thisSystem, windowsHomes } from "./system.js";
export { addTallies, isTally, type Tally, TallyCounter, tallyAddsUp, total } from "./tally.js";
export { allMessages, allParts, taskCalls, withSubagents } from "./walk.js";
export { type ByteRange, type Hiding, WordSearch } from "./word-search.js";
