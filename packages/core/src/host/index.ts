export { sessionFailed, sourceFailed } from "../diagnostics.js";
export {
  datasetManifest,
  lockDataset,
  type ManifestFormat,
  manifestIn,
  manifestName,
} from "./dataset-folder.js";
export { isRunning, type Lock, lockFolder } from "./lock-folder.js";
export { makeFolder } from "./make-folder.js";
export { fileDigest, placeFile, stateInPlace } from "./place-file.js";
export { type RenameSystem, renameOver } from "./rename-over.js";
export { renderAlone } from "./render-alone.js";
export { writeWhole } from "./write-whole.js";
