export { type Excerpt, excerptAround, excerptOf } from "./excerpt.js";
export { type FoundLine, foundLines, isIn, type Span } from "./found-lines.js";
export { partsOf, type Role, type SessionPart } from "./session-parts.js";
