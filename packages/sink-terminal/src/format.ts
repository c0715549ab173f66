export { fit, fitEnd, fitMiddle, padEnd, padStart, widest } from "./fit.js";
export { formatBytes, formatCount, plural, shortCount } from "./numbers.js";
