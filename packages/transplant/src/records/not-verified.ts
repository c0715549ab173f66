import { ChangeError } from "@chatexport/relocate";
import { Draft } from "./draft.js";
import type { Edit } from "./edit.js";
import { repair } from "./repair.js";

/** Says that what was read back is not what it should be; and why, where the transcript was damaged before. */
export function notVerified({ session, before }: Edit, path: string, fault: string): ChangeError {
  const isDamaged = repair(new Draft(before), session).length > 0;
  const remedy = isDamaged ? `; the session is damaged: chatexport repair ${session} first` : "";
  return new ChangeError("not-verified", `read back from ${path}, ${fault}${remedy}`);
}
