import {
  allMessages,
  type FileEdit,
  type Message,
  type Part,
  type Session,
  withSubagents,
} from "@chatexport/core";
import { changesOf } from "./diff.js";
import { shortPath } from "./handle/paths.js";

/** A file that a session changed. */
export interface ChangedFile {
  /** As it looks from the session's working directory. */
  path: string;
  /** The number of lines added, and removed, in all its changes. */
  added: number;
  removed: number;
  /** The message of its first change. */
  message: Message;
}

/**
 * The files that a session changed, its sub-agents and the branches that were left included, in the
 * order of their first change: by calls that did not fail, and by edits that are neither refused nor
 * only proposed. What was copied from another session does not count.
 */
export function changedFiles(session: Session): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  for (const each of withSubagents(session))
    for (const message of allMessages(each))
      if (message.copiedFrom === undefined)
        for (const edit of message.parts.flatMap(editsMade)) {
          const path = shortPath(edit.path, { session });
          const file = files.get(edit.path) ?? { path, added: 0, removed: 0, message };
          files.set(edit.path, file);
          addLines(edit, file);
        }
  return [...files.values()];
}

function addLines(edit: FileEdit, file: ChangedFile): void {
  for (const { lines } of changesOf(edit, false))
    for (const line of lines)
      if (line.startsWith("+")) file.added++;
      else if (line.startsWith("-")) file.removed++;
}

/** The edits of a part that changed files: calls that did not fail, and edits that are neither refused nor only proposed. */
export function editsMade(part: Part): readonly FileEdit[] {
  if (part.type === "edit")
    return part.status === undefined || part.status === "accepted" ? part.edits : [];
  if (part.type !== "tool-call" || !("edits" in part)) return [];
  return part.status === "completed" || part.status === "unknown" ? (part.edits ?? []) : [];
}
