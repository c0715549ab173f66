export { malformedEntry } from "../diagnostics.js";
export { type ForkOrigin, markCopies } from "./copies.js";
export { type DocumentSourceParts, documentSource, type Listed } from "./document-source.js";
export { type FileSourceParts, fileSource } from "./file-source.js";
export { type LineSourceParts, lineSource } from "./line-source.js";
export type {
  MadeRows,
  PackedFiles,
  PackedPlace,
  PackedRow,
  PackedRows,
  Query,
  RowPart,
  RowSession,
  StoredRows,
} from "./packed.js";
export {
  type PlacedFile,
  type PlacedSession,
  type PlacedStore,
  placedSessions,
} from "./placed.js";
export * from "./portable.js";
export {
  type RecordFile,
  type RecordReader,
  readRecords,
  recordBeside,
  recordReaders,
  recordsOfLines,
} from "./records.js";
export { RepeatedRecords } from "./repeated-records.js";
export { type RowReader, RowsBeside } from "./rows-beside.js";
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
export { isNothingAt, type OpenReader, sourceOnUse } from "./source-on-use.js";
export { type EmptyOptions, emptyOption, placeOptions } from "./source-options.js";
