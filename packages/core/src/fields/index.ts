export {
  type AnyField,
  type Check,
  type Field,
  type FieldMasks,
  type FieldsOf,
  fields,
  type KeysOf,
  list,
  type Mask,
  maybe,
  type Rigour,
  type SchemaOf,
  text,
  that,
  type Values,
  word,
} from "./field.js";
export { messageOrder, modelSchemas, sessionMask, sessionOrder } from "./model-fields.js";
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
