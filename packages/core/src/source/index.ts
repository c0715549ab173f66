export { Fields, type NamedFields } from "./fields.js";
export { addNative, type Holder, keepRest } from "./holder.js";
