import { join } from "node:path";
import { archiveMarkName } from "@chatexport/source-claude/paths";
import { changeFiles, type Edit, type EditOptions, fileWith, readConversation } from "./edit.js";
import { editOf } from "./edit-draft.js";
import { notVerified } from "./not-verified.js";

/** A session that is put aside: its next prompt takes the mark away. */
export interface Archiving {
  edit: Edit;
  /** The file that says so. */
  mark: string;
  isArchived: boolean;
}

/** Says what marks a session as archived, as the tool itself does it; nothing is changed. Throws `ChangeError` when nothing was said in it. */
export async function planArchiving(path: string): Promise<Archiving> {
  const { edit } = editOf(path, () => {});
  const { archived } = await readConversation(path);
  const mark = join(path.replace(/\.jsonl$/, ""), archiveMarkName);
  return { edit, mark, isArchived: archived === true };
}

/** Marks a session as archived. Resolves to the name of the change, for `undo` of `@chatexport/relocate`. */
export async function applyArchiving(
  { edit, mark }: Archiving,
  options: EditOptions,
): Promise<string> {
  const note = { archived: true, at: new Date().toISOString(), by: "cli" };
  return changeFiles(edit, options, () => ({
    rewrites: [fileWith(mark, () => Buffer.from(JSON.stringify(note)))],
    async verify() {
      const { archived } = await readConversation(edit.path);
      if (archived !== true) throw notVerified(edit, mark, "the session is not archived");
    },
  }));
}
