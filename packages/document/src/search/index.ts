export {
  type Excerpt,
  excerptsOf,
  lineAt,
  type ShownLine,
  withoutRepeats,
} from "./excerpt.js";
export {
  countLines,
  type FoundLine,
  fittingExpressions,
  foundLines,
  isIn,
  type Span,
} from "./found-lines.js";
export {
  type FoundPart,
  isOfFile,
  isSaid,
  type PartLabel,
  partsOf,
  type Role,
  type SessionPart,
} from "./session-parts.js";
