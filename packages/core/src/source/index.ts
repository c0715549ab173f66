export {
  type AccountExports,
  accountExports,
  type ExportHead,
  type ExportLocator,
  type ExportParts,
} from "./account-exports.js";
export { type DocumentSourceParts, documentSource, type Listed } from "./document-source.js";
export type { ExportedAt, ExportedConversation, IdOf } from "./exported-conversations.js";
export { type FileSourceParts, fileSource } from "./file-source.js";
export { type LineSourceParts, lineSource } from "./line-source.js";
export * from "./portable.js";
export {
  type RecordFile,
  type RecordReader,
  readRecords,
  recordBeside,
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
