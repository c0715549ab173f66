import type { ToolCall } from "../model.js";
import { describedEdits } from "./edit-texts.js";

/** A call of a tool that the one which goes on does not have, for its model to read; what it gave back follows. */
export function foreignCallText(call: ToolCall): string {
  const { name, title, input, rawInput } = call;
  const edits = "edits" in call ? (call.edits ?? []) : [];
  return [
    `The tool ${name} was called${title === undefined ? "." : `: ${title}`}`,
    input === undefined ? undefined : `Its arguments: ${JSON.stringify(input)}`,
    rawInput === undefined ? undefined : `Its arguments:\n${rawInput}`,
    edits.length > 0 ? describedEdits(edits) : undefined,
    "What it gave back:",
  ]
    .filter((line) => line !== undefined)
    .join("\n");
}
