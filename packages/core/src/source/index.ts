export { Fields, type NamedFields } from "./fields.js";
