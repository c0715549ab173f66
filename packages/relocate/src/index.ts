export { type ApplyOptions, apply, type Outcome, type Step } from "./apply.js";
export type { Phase } from "./engine/journal.js";
export { type KeptMove, lastUndoable, listMoves, type Owner } from "./engine/kept-moves.js";
export type { Recovery } from "./engine/recover-moves.js";
export type { UndoneMove, UndoOptions } from "./engine/undo-move.js";
export { type MissingProject, missingProjects } from "./missing-projects.js";
export type { FolderMove, Move, MoveOptions } from "./move/move.js";
export { MoveError, type MoveFault } from "./move/move-error.js";
export type { PathPair } from "./move/path-map.js";
export type { Change, Note, Rename, Rewrite, StorePlan } from "./move/store-plan.js";
export {
  type Plan,
  type PlanData,
  type PlanOptions,
  plan,
  planData,
  type StorePlanData,
  type Tool,
} from "./plan.js";
export type { Blocker } from "./running/blockers.js";
export { recover, undo } from "./undo-recover.js";
