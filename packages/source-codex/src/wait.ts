import type { Json, ToolResult } from "@chatexport/core";
import { objectOf, parseLine, textOf } from "@chatexport/core/read";
import { textIn, textParts } from "./content.js";

/** Takes what sub-agents said, or why a wait for them ended, out of its JSON, which stays as the output. */
export function readWait(result: ToolResult): void {
  const told = objectOf(parseLine(textIn(result.content)));
  if (told?.timed_out === undefined) return;
  const said = Object.values(objectOf(told.status) ?? {}).flatMap(saidIn);
  const text = said.join("\n\n") || textOf(told.message);
  if (text === undefined) return;
  result.content = textParts(text);
  result.output ??= told;
}

/** The words of a sub-agent at its end, `{"completed": "Done."}`, or how far it is: "running". */
function saidIn(status: Json): string[] {
  const texts = typeof status === "string" ? [status] : Object.values(objectOf(status) ?? {});
  return texts.flatMap((text) => textOf(text) ?? []);
}
