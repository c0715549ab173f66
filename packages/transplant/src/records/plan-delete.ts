import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { objectOf, parseLine } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { indexEntries, indexName, sessionFiles } from "@chatexport/source-claude/paths";
import { applyEdits, modify } from "jsonc-parser";
import { Draft } from "./draft.js";
import { changeFiles, type Edit, type EditOptions, fileWith } from "./edit.js";
import { editOf } from "./edit-draft.js";

/** The files that go with a session. */
export interface Deletion {
  edit: Edit;
  /** The transcript, and the files that belong to the session alone. */
  removed: string[];
  /** Folders that hold nothing else, the innermost first. */
  emptied: string[];
  /** Files that say something of the session among others. */
  rewritten: string[];
}

/** Says what goes when a session is deleted; nothing is changed. Throws for a file that cannot be read. */
export function planDeletion(path: string): Deletion {
  const { edit } = editOf(path, () => {});
  const { own, elsewhere, folders } = sessionFiles(path);
  const config = dirname(dirname(dirname(path)));
  const rewritten = [join(config, "history.jsonl"), join(dirname(path), indexName)].filter(
    (file) => existsSync(file) && !without(edit.session, file).equals(readFileSync(file)),
  );
  return { edit, removed: [path, ...own, ...elsewhere], emptied: folders, rewritten };
}

/** The content of a file without the entries of a session. */
function without(session: string, file: string): Buffer {
  const content = readFileSync(file);
  return basename(file) === indexName
    ? withoutRow(content, session)
    : withoutPrompts(content, session);
}

/** The prompts of all sessions, without those of one. */
function withoutPrompts(history: Buffer, session: string): Buffer {
  const draft = new Draft(history);
  draft.lines = draft.lines.filter(({ record }) => record?.sessionId !== session);
  return draft.bytes();
}

/** The index of a project's sessions, without one. */
function withoutRow(index: Buffer, session: string): Buffer {
  const text = index.toString("utf8");
  const rows = objectOf(parseLine(text))?.[indexEntries];
  const at = Array.isArray(rows)
    ? rows.findIndex((row) => objectOf(row)?.sessionId === session)
    : -1;
  if (at < 0) return index;
  return Buffer.from(applyEdits(text, modify(text, [indexEntries, at], undefined, {})));
}

/**
 * Deletes a session with all that belongs to it. What goes is kept for the undo. Resolves to the name of the
 * change, for `undo` of `@chatexport/relocate`.
 */
export async function applyDeletion(deletion: Deletion, options: EditOptions): Promise<string> {
  const { edit, removed, emptied, rewritten } = deletion;
  return changeFiles(edit, { ...options, needsRest: true }, () => {
    if (!readFileSync(edit.path).equals(edit.before))
      throw new ChangeError("changed", `${edit.path} has changed: look at it again.`);
    return {
      // Sessions of other projects may have gone on since.
      rewrites: rewritten.map((path) => fileWith(path, () => without(edit.session, path))),
      ...{ removed, emptied },
      async verify() {
        const [left] = removed.filter((path) => existsSync(path));
        if (left !== undefined) throw new ChangeError("not-verified", `${left} is still there`);
      },
    };
  });
}
