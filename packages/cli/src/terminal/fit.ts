export { fit, fitEnd, fitMiddle, padEnd, padStart, widest } from "@chatexport/sink-terminal/format";
