export { type Content, rawLines, wholeOf, writeContent } from "./claude/raw-lines.js";
export { contentElsewhere } from "./claude/session-content.js";
export { withItem, withoutRows, withValue } from "./database/edit-rows.js";
export {
  assertRows,
  linesOfRows,
  rowInLine,
  rowsOfPart,
  without,
  withPackedRows,
  writeRows,
} from "./database/packed-rows.js";
export { rawChunks, sha256Of } from "./disk/look-at.js";
export { editJson, type Replace, type Rule } from "./json/edit-json.js";
export {
  type PackablePlacedTool,
  type PackedName,
  type PlacedName,
  type PlacedTool,
  placedTools,
} from "./placed/placed-tools.js";
export { placedElsewhere } from "./placed/plan-placed.js";
