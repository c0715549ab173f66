export { damagedNotice, damagedWords } from "../read/damaged-notice.js";
export { sumOfUsage } from "../read/usage.js";
export { Draft } from "./draft.js";
export { Fields, type NamedFields } from "./fields.js";
export { type FileSourceParts, fileSource } from "./file-source.js";
export { addNative, type Holder, keepRest } from "./holder.js";
export { type LineSourceParts, type Listed, lineSource } from "./line-source.js";
export { question } from "./questions.js";
export type { Fate, StoredRecord } from "./record.js";
export {
  type RecordFile,
  type RecordReader,
  readRecords,
  recordReaders,
  recordsOfLines,
} from "./records.js";
export {
  bothEnds,
  type Ends,
  filesBelow,
  namesIn,
  placesOf,
  revisionOf,
  sessionFiles,
  storesOf,
} from "./session-files.js";
export { plan, todoListFile, todoStatus, todosOf } from "./todos.js";
export type { ArgumentNames } from "./tool-arguments.js";
export {
  edit,
  execute,
  fetch,
  patch,
  read,
  search,
  type ToolReader,
  task,
  think,
  toolKinds,
} from "./tool-kinds.js";
export { UnknownFlood } from "./unknown-flood.js";
