export { type ApplyOptions, apply, type Outcome, type Step } from "./apply.js";
export { type ChangeRequest, change } from "./change.js";
export type { About, Phase } from "./engine/journal.js";
export {
  type KeptTransaction,
  lastUndoable,
  listTransactions,
  listUndoable,
  type Owner,
} from "./engine/kept-transactions.js";
export type { Recovery } from "./engine/recover-transactions.js";
export type { StoreChanges } from "./engine/transact.js";
export type { UndoneTransaction, UndoOptions } from "./engine/undo-transaction.js";
export {
  applyHooks,
  type HookPlan,
  type HookTool,
  hookTools,
  isInstalled,
  planHook,
} from "./hooks/hook.js";
export type { HookCommand } from "./hooks/hook-settings.js";
export { type MissingProject, missingProjects } from "./missing-projects.js";
export { ChangeError, type ChangeFault, placedMessage } from "./move/change-error.js";
export type { FolderMove, Move, MoveOptions } from "./move/move.js";
export { isWindowsPath, isWithin, type PathPair } from "./move/path-map.js";
export type { Change, Note, Rename, Rewrite, StorePlan } from "./move/store-plan.js";
export {
  type Plan,
  type PlanData,
  type PlanOptions,
  plan,
  planData,
  type StorePlanData,
  type Tool,
  tools,
} from "./plan.js";
export type { Blocker } from "./running/blockers.js";
export { recover, undo } from "./undo-recover.js";
