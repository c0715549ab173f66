export { formatBytes, formatCount, plural, shortCount } from "@chatexport/sink-terminal/format";
