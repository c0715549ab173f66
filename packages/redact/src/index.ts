export type { MaskedPlace, MaskedSession, Place } from "./masked-places.js";
export { firstMask, maskedPositions } from "./masked-positions.js";
export type { RuleCount, RuleFindings } from "./masking.js";
export { type OwnRule, options, type RedactOptions } from "./options.js";
export type { Numbering } from "./personal/pseudonyms.js";
export { default, type Findings, type Redactor } from "./redactor.js";
export { type Decided, withDecisions } from "./review/decided.js";
export { type Finding, findings } from "./review/findings.js";
export type { SuspiciousKind } from "./review/suspicious.js";
