export {
  type AccountExports,
  accountExports,
  type ExportHead,
  type ExportLocator,
  type ExportParts,
} from "./account-exports.js";
export { type AccountSourceParts, accountOptions, accountSource } from "./account-source.js";
export {
  countCopy,
  type ExportedAt,
  type ExportedConversation,
  type IdOf,
} from "./exported-conversations.js";
