import { readFileSync } from "node:fs";
import { ChangeError } from "@chatexport/relocate";
import { lostAnywhere } from "../read-back.js";
import type { Finding } from "./damages.js";
import { Draft } from "./draft.js";
import { applyEdit, type Edit, type EditOptions, editOf, readTranscript } from "./edit.js";
import { sessionIn } from "./find-transcript.js";
import { repair } from "./repair.js";

/** What is wrong with a transcript, and how it is without that. */
export interface Repair {
  /** In the order in which they are repaired; none when nothing is wrong. */
  findings: Finding[];
  edit: Edit;
}

/** Looks for what is wrong with a transcript; nothing is changed. Throws for a file that cannot be read. */
export function planRepair(path: string): Repair {
  const { edit, result } = editOf(path, (draft) => repair(draft, sessionIn(path)));
  return { findings: result, edit };
}

/**
 * Repairs a transcript, and looks at it again: nothing may be wrong any more, and nothing that was said may be
 * missing. Resolves to the name of the change, for `undo` of `@chatexport/relocate`.
 */
export async function applyRepair({ edit }: Repair, options: EditOptions): Promise<string> {
  const { path, session } = edit;
  const before = await readTranscript(path).catch(() => undefined);
  return applyEdit(edit, options, async () => {
    const [left] = repair(new Draft(readFileSync(path)), session);
    const after = await readTranscript(path);
    const lost = before && after ? lostAnywhere(before, after) : undefined;
    const fault = left
      ? `${left.damage} is still in line ${left.line}`
      : !after
        ? `nothing in it is whole: chatexport delete ${session} removes it`
        : lost && `this is missing: ${lost}`;
    if (fault) throw new ChangeError("not-verified", `Read back from ${path}: ${fault}`);
  });
}
