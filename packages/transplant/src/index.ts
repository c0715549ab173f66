export {
  type ApplyOptions,
  applyTransplant,
  applyTransplants,
  type LateOutcome,
  type LateTransplant,
  type ManyOptions,
  type Outcome,
  tellLosses,
} from "./apply.js";
export { type EditedTool, editedTools, findOwn } from "./find-own.js";
export type {
  OwnSession,
  PlannedCopy,
  PlannedDeletion,
  PlannedRenaming,
  PlannedTrim,
  Saved,
  TrimOptions,
} from "./own-session.js";
export { withSessionsIn } from "./pack/laid-out-pack.js";
export type { PackedSession, PackManifest } from "./pack/manifest.js";
export type { Mask } from "./pack/mask-files.js";
export { type Pack, packSessions } from "./pack/pack.js";
export { findPackable, type Packable } from "./pack/packable.js";
export type { PackedTool, StoredSession } from "./pack/packed-tool.js";
export { type PackedToolName, packedToolNames, packedTools } from "./pack/packed-tools.js";
export { applyUnpacking, planUnpacking, type Unpacking } from "./pack/unpack.js";
export {
  countParts,
  type Fates,
  fatesOf,
  type PartCounts,
  type PartKind,
  partKinds,
} from "./part-counts.js";
export { planTransplant, type Transplant, type TransplantOptions } from "./plan.js";
export { countPrompts } from "./prompts.js";
export { type Damage, damages, type Finding, type Repair } from "./records/damages.js";
export { type Edit, type EditOptions, transcriptRef } from "./records/edit.js";
export { findRepairable, findTranscript } from "./records/find-transcript.js";
export { type Archiving, applyArchiving, planArchiving } from "./records/plan-archive.js";
export { applyRepairs, planRepair } from "./records/plan-repair.js";
export { findLogs, type Log, ownLogs, planLogRepair } from "./records/repair-log.js";
export type { AgentFile, Place, Target } from "./target.js";
export { type TargetName, targetNames, targets } from "./targets.js";
export { findUnlisted, type Unlisted } from "./unlisted/find-unlisted.js";
export { listAgain, listable } from "./unlisted/list-again.js";
