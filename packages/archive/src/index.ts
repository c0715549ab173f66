export { type Archive, type Closed, openArchive } from "./archive.js";
export { type ArchiveContents, type Coverage, readArchive } from "./archive-contents.js";
export type { ArchiveOptions } from "./archive-state.js";
export {
  type ArchivedDocument,
  type ArchivedFile,
  type ArchivedSession,
  type ArchivedSubagent,
  subagentsOf,
} from "./archived-session.js";
export { type AtomicFile, type FileState, openAtomic, writeAtomic } from "./atomic-file.js";
export { documentFailed, isDiskFull, writeReason } from "./diagnostics.js";
export { type Extent, extentOf, goesOn, lossIn } from "./extent.js";
export { type Figures, figuresOf } from "./figures.js";
export { type FingerprintInput, fingerprintOf, shortHash } from "./fingerprint.js";
export { type Folders, isArchive, openFolders } from "./folders.js";
export {
  placeRendered,
  type RenderContext,
  type Rendered,
  renderJob,
  type SessionDocuments,
} from "./render-job.js";
export { type Roots, rootsOf } from "./roots.js";
export { threadRenderer } from "./session-renderer.js";
export { sessionsNamed } from "./session-words.js";
export { assetFolder, assetName, linkTo, type StagedDocument } from "./staged-document.js";
export type { StagedFile } from "./staging.js";
export type {
  DocumentResult,
  DocumentState,
  Job,
  MeasuredSession,
  OpenRenderer,
  PlaceDocument,
  RenderedDocument,
  RenderedSession,
  SessionRenderer,
  Task,
} from "./task.js";
export type { Vanished } from "./vanished.js";
