export {
  type FieldMasks,
  type FieldsOf,
  fields,
  list,
  type Mask,
  maybe,
  text,
  that,
  word,
} from "./field.js";
export { messageOrder, sessionMask, sessionOrder } from "./model-fields.js";
export {
  brokenRefField,
  brokenSessionField,
  brokenStoreField,
  wrongHeaderField,
  wrongMessageField,
  wrongRefField,
  wrongSessionField,
  wrongStoreField,
} from "./wrong-fields.js";
