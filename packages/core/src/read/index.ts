export { otherToolFile, unknownRecord, unreadableFile, unreadableFolder } from "../diagnostics.js";
export { attempt, isMissing } from "../errors.js";
export {
  fieldsWhere,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  setField,
  stringOf,
  textOf,
  withoutRepeated,
  wordOf,
} from "../json.js";
export { byStart } from "../order.js";
export { plainName } from "../plain-name.js";
export { sessionKey } from "../plugin.js";
export { parseJson, shallowJson } from "../shallow-json.js";
export { TallyCounter } from "../tally.js";
export { taskCalls } from "../walk.js";
export type { Bytes } from "./bytes.js";
export { citationsOf, filePart, unknownBlock } from "./content-blocks.js";
export type { DamagedText, JsonLine, JsonRecord } from "./damaged-lines.js";
export { type ElementText, splitElements } from "./elements.js";
export { isInside, isSameFolder, nameInPath, projectOf } from "./folders.js";
export {
  jsonLines,
  jsonLinesOf,
  type LineRange,
  parsedLines,
  parseLine,
  readDocument,
  readJsonLines,
  reportLine,
  withoutByteOrderMark,
} from "./json-lines.js";
export { type JsonLimits, jsonIn } from "./large-json.js";
export {
  addToList,
  byName,
  countEach,
  getOrAdd,
  groupBy,
  nameSet,
  once,
  remembered,
  uniqueId,
  wordsOf,
} from "./lists.js";
export { formatCount, plural } from "./numbers.js";
export {
  openFile,
  readBytes,
  readTextFile,
  realPath,
  sizeOf,
  unwrapped,
} from "./open-file.js";
export { type OtherTool, otherToolAt, otherToolIn } from "./other-tools.js";
export { editsOfPatch } from "./patch-text.js";
export { saysSomething } from "./says-something.js";
export { syntheticOf } from "./synthetic.js";
export { type System, thisSystem, windowsHomes } from "./system.js";
export { isoTime, utcTime } from "./times.js";
export { oneLine, promptTitle, shownTitle } from "./titles.js";
export { countedHunk, hunkLines, hunkText, unifiedHunks } from "./unified-diff.js";
export { unknownNamesIn } from "./unknown-names.js";
export { UnknownTypes } from "./unknown-types.js";
export { isLinesName, withoutLinesEnding } from "./unpacked.js";
export { dataUrl, nameOfRemoteFolder, pathOfUrl, percentEncoded } from "./urls.js";
export { type ByteRange, type WordEncoding, WordSearch } from "./word-search.js";
export { dayIn, localTime, minutesAhead, startOfDay } from "./zones.js";
