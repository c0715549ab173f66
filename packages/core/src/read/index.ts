export type { Bytes } from "./bytes.js";
export { isInside } from "./is-inside.js";
export {
  jsonLines,
  type LineRange,
  type PlacedLine,
  parsedLines,
  placedJsonLines,
  readDocument,
  readJsonLines,
} from "./json-lines.js";
export { type JsonLimits, jsonIn } from "./large-json.js";
export {
  linesAt,
  openFile,
  readBytes,
  readTextFile,
  realPath,
  sizeOf,
  unwrapped,
} from "./open-file.js";
export * from "./portable.js";
export { type PrivateFolder, privateFolder } from "./private-folder.js";
export { type System, thisSystem, windowsHomes } from "./system.js";
export { textOfBytes } from "./unpacked.js";
export { dataUrl, nameOfRemoteFolder, pathOfUrl, percentEncoded } from "./urls.js";
export { type ByteRange, type WordEncoding, WordSearch } from "./word-search.js";
