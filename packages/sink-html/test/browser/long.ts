import type { Session, ToolCall } from "@chatexport/core";
import { answer, prompt, ran, sessionOf } from "./messages.js";

/** A change of a line of a file. */
export function edited(path: string): ToolCall {
  const hunk = { oldStart: 9, oldLines: 2, newStart: 9, newLines: 3 };
  const lines = [" const pier = 1;", "-let boats = 2;", '+let boats = "two";', "+// counted"];
  return {
    type: "tool-call",
    id: `edit of ${path}`,
    name: "Patch",
    kind: "edit",
    status: "completed",
    edits: [{ path, kind: "update", hunks: [{ ...hunk, lines }] }],
  };
}

/** A session of forty prompts: the tenth ends in an edit, the twentieth in a failure, the thirtieth in a compaction. */
export const long: Session = sessionOf(
  Array.from({ length: 40 }, (_, index) => [
    prompt(`p${index}`, `Question ${index} about boats`),
    answer(`a${index}`, `Answer ${index}.\n\n${"It goes on.\n\n".repeat(4)}`),
    ...(index === 10 ? [answer("edit", edited("boats.ts"))] : []),
    ...(index === 20 ? [answer("failure", ran("t", "npm test", "1 test failed", true))] : []),
    ...(index === 30
      ? [answer("compaction", { type: "compaction", summary: "Boats were counted." })]
      : []),
  ]).flat(),
);
