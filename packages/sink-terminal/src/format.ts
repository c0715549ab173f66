export { fit, fitEnd, fitMiddle, padEnd, padStart, widest } from "./lines/fit.js";
export { formatBytes, formatCount, plural, shortCount } from "./lines/numbers.js";
