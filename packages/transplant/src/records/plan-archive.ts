import { join } from "node:path";
import { ChangeError, change } from "@chatexport/relocate";
import { archiveMarkName } from "@chatexport/source-claude/paths";
import { type Edit, type EditOptions, editOf, fileWith, planOf, readTranscript } from "./edit.js";

/** A session that is put aside: the tool lists it no more, and takes the mark away with its next prompt. */
export interface Archiving {
  edit: Edit;
  /** The file that says so. */
  mark: string;
  isArchived: boolean;
}

/** Says what marks a session as archived, as the tool itself does it; nothing is changed. */
export async function planArchiving(path: string): Promise<Archiving> {
  const { edit } = editOf(path, () => {});
  const session = await readTranscript(path);
  const mark = join(path.replace(/\.jsonl$/, ""), archiveMarkName);
  return { edit, mark, isArchived: session?.archived === true };
}

/** Marks a session as archived. Resolves to the name of the change, for `undo` of `@chatexport/relocate`. */
export async function applyArchiving(
  { edit, mark }: Archiving,
  { command, system, signal }: EditOptions,
): Promise<string> {
  const about = { command, source: "claude", session: edit.session };
  const request = { about, folder: edit.folder, system, ...(signal && { signal }) };
  const note = { archived: true, at: new Date().toISOString(), by: "cli" };
  return change(request, async () => ({
    plans: [planOf([fileWith(mark, Buffer.from(JSON.stringify(note)))])],
    async verify() {
      const session = await readTranscript(edit.path);
      if (session?.archived !== true)
        throw new ChangeError("not-verified", `${mark} does not mark the session as archived`);
    },
  }));
}
