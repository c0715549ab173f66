import type { ToolResult } from "@chatexport/core";
import { count, lineBreaks } from "../../line.js";

/** How many lines of text a result has: "12 lines". */
export function resultSize(result: ToolResult | undefined): string | undefined {
  if (!result || result.isError) return undefined;
  let lines = 0;
  for (const part of result.content)
    if (part.type === "text" && !part.synthetic) lines += lineBreaks(part.text.trimEnd()) + 1;
  return lines > 0 ? count(lines, "line") : undefined;
}
