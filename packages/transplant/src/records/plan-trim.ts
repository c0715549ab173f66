import type { Saved, TrimOptions } from "../own-session.js";
import { fromPrompt } from "../prompts.js";
import { lostText } from "../read-back.js";
import { applyEdits, type Edit, type EditOptions, readTranscript } from "./edit.js";
import { editOf } from "./edit-draft.js";
import { notVerified } from "./not-verified.js";
import { trim } from "./trim.js";

/** The parts that would be left out of a transcript. */
export interface Trim {
  saved: Saved[];
  edit: Edit;
  options: TrimOptions;
}

/**
 * Says what can be left out of a transcript; nothing is changed. Throws `ChangeError` for a prompt that there
 * is not.
 */
export async function planTrim(path: string, options: TrimOptions): Promise<Trim> {
  const session = await readTranscript(path);
  const { edit, result } = editOf(path, (draft) => trim(draft, session, options));
  return { saved: result, edit, options };
}

/**
 * Trims a transcript, and reads it back: all that was said is there, from the first prompt that stays. Resolves
 * to the name of the change, for `undo` of `@chatexport/relocate`.
 */
export async function applyTrim(
  { edit, options: { before } }: Trim,
  options: EditOptions,
): Promise<string> {
  const { path } = edit;
  const original = await readTranscript(path);
  return applyEdits([edit], options, async () => {
    const after = await readTranscript(path);
    if (!after) throw notVerified(edit, path, "nothing is left of the session");
    const expected = original && before !== undefined ? fromPrompt(original, before) : original;
    const lost = expected && lostText(expected, after);
    if (lost) throw notVerified(edit, path, `this is missing: ${lost}`);
  });
}
