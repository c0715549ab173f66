import { readFileSync } from "node:fs";
import { Draft } from "./draft.js";
import type { Edit } from "./edit.js";
import { sessionIn } from "./find-transcript.js";

/** An edit of a transcript, and what `work` gives back. Throws for a file that cannot be read. */
export function editOf<Result>(
  path: string,
  work: (draft: Draft) => Result,
): { edit: Edit; result: Result } {
  const before = readFileSync(path);
  const draft = new Draft(before);
  const result = work(draft);
  const session = sessionIn(path);
  return {
    edit: {
      ...{ source: "claude", session, path, folder: folderOf(draft, path) },
      ...{ before, after: draft.bytes() },
    },
    result,
  };
}

/** The folder in which a session began. */
function folderOf(draft: Draft, path: string): string {
  const line = draft.links.find(({ record }) => typeof record?.cwd === "string");
  return typeof line?.record?.cwd === "string" ? line.record.cwd : path;
}
