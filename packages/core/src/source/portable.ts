/*
 * The functions that run without Node, too: in a browser, this is all that there is of `./source`.
 */
export { damagedNotice } from "../read/damaged-notice.js";
export { sumOfUsage } from "../read/usage.js";
export { blockPart, textOrBlocks, textPart } from "./blocks.js";
export { begunCall, endCall } from "./calls.js";
export { Draft, type MessageFacts, type SessionFacts } from "./draft.js";
export { Fields, fieldsNaming } from "./fields.js";
export { addNative, type Holder, keepRest } from "./holder.js";
export { type DroppedFields, droppedFields, type NamedFields } from "./named-fields.js";
export { question } from "./questions.js";
export { checkedFate, type Fate, leaveOut, type StoredRecord } from "./record.js";
export { RecordTree, type TreeRecord } from "./record-tree.js";
export { plan, todoListFile, todoStatus, todosIn, todosOf } from "./todos.js";
export type { ArgumentNames } from "./tool-arguments.js";
export { toolDefinitions } from "./tool-definitions.js";
export {
  edit,
  execute,
  fetch,
  patch,
  read,
  search,
  type ToolReader,
  task,
  think,
  toolKinds,
} from "./tool-kinds.js";
export { UnknownFlood } from "./unknown-flood.js";
