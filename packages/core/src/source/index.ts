export { damagedNotice, damagedWords } from "./damaged-notice.js";
export { Fields, type NamedFields } from "./fields.js";
export { addNative, type Holder } from "./holder.js";
