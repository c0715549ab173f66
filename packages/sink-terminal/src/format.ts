export { formatCount, plural } from "@chatexport/core/read";
export {
  fit,
  fitEnd,
  fitEndWords,
  fitMiddle,
  fitWords,
  padEnd,
  padStart,
  widest,
} from "./lines/fit.js";
export { formatBytes, shortCount } from "./lines/numbers.js";
export { type Color, type Column, type TableStyle, tableOf } from "./lines/table.js";
export { withUnbrokenWords } from "./lines/unbroken-words.js";
