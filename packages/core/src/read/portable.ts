/* The functions that run without Node, too: in a browser, this is all that there is of `./read`. */
export {
  damagedArchive,
  emptySession,
  otherToolFile,
  unknownFile,
  unknownRecord,
  unreadableFile,
  unreadableFolder,
} from "../diagnostics.js";
export { attempt, isMissing } from "../errors.js";
export {
  fieldsWhere,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  saysSomething,
  setField,
  stringOf,
  textOf,
  withoutRepeated,
  wordOf,
} from "../json.js";
export { byStart } from "../order.js";
export { sessionKey } from "../plugin.js";
export { plainName } from "../safe-text.js";
export { parseJson, shallowJson, withoutByteOrderMark } from "../shallow-json.js";
export { TallyCounter } from "../tally.js";
export { taskCalls } from "../walk.js";
export { unknownBlock } from "./content-blocks.js";
export type { DamagedText, JsonLine, JsonRecord } from "./damaged-lines.js";
export { type ElementText, splitElements } from "./elements.js";
export { isSameFolder, nameInPath, projectOf } from "./folders.js";
export { isArchiveName, isLinesName, withoutLinesEnding } from "./lines-name.js";
export { jsonLinesOf, parseLine, reportLine } from "./lines-of-text.js";
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
export { type OtherTool, otherToolAt, otherToolIn } from "./other-tools.js";
export { editsOfPatch } from "./patch-text.js";
export { type ShellReport, shellReport } from "./shell-report.js";
export { syntheticOf } from "./synthetic.js";
export { thoughtIn } from "./thoughts.js";
export { durationOf, isoTime, utcTime } from "./times.js";
export {
  beginsPrompt,
  isWholePrompt,
  oneLine,
  promptTitle,
  shownTitle,
  topicOf,
  withoutTemplate,
} from "./titles.js";
export { countedHunk, hunkText, unifiedHunks } from "./unified-diff.js";
export { unknownNamesIn } from "./unknown-names.js";
export { UnknownTypes } from "./unknown-types.js";
export { dayIn, localTime, minutesAhead } from "./zones.js";
