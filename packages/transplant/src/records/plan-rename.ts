import { applyEdits, type Edit, type EditOptions, readTranscript } from "./edit.js";
import { editOf } from "./edit-draft.js";
import { sessionIn } from "./find-transcript.js";
import { notVerified } from "./not-verified.js";

/** A session that gets another title. */
export interface Renaming {
  title: string;
  edit: Edit;
}

/** Says what changes when a session gets a title, as `/rename` gives it; nothing is changed. */
export function planRenaming(path: string, title: string): Renaming {
  const { edit } = editOf(path, (draft) => {
    draft.append({ type: "custom-title", customTitle: title, sessionId: sessionIn(path) });
  });
  return { title, edit };
}

/** Gives a session its title. Resolves to the name of the change, for `undo` of `@chatexport/relocate`. */
export async function applyRenaming(
  { title, edit }: Renaming,
  options: EditOptions,
): Promise<string> {
  return applyEdits([edit], options, async () => {
    const session = await readTranscript(edit.path);
    if (session?.title !== title) throw notVerified(edit, edit.path, "the title is not there");
  });
}
