import { MoveError } from "../../move-error.js";
import type { Disk } from "../disk.js";
import { areSame, isListed, isThere, lookAt } from "../look.js";
import type { RenameThing, State, Whereabouts } from "../operation.js";

/** Gives a file or folder a name that nothing has, or that only differs in case from its own. */
export function renameThing({ from, to }: RenameThing, disk: Disk): void {
  if (isThere(to) && !isOtherSpelling(from, to))
    throw new MoveError("occupied", `${to} is there already`, { paths: [to] });
  disk.rename(from, to);
}

/** Whether two names are one for the disk: a rename between them takes nothing away. */
export function isOtherSpelling(one: string, other: string): boolean {
  return comparable(one) === comparable(other) && areSame(one, other);
}

function comparable(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** What became of it. */
export function stateOfRename(
  { from: first, to: second, ino, isCopy, isRemoved }: RenameThing,
  { placeOf, progress }: Whereabouts,
): State {
  if (progress === "ahead") return "before";
  const [from, to] = [placeOf(first), placeOf(second)];
  const hasOld = from !== undefined && isThere(from);
  const hasNew = to !== undefined && isThere(to);
  if (isRemoved) return hasOld ? "changed" : "after";
  if (!hasOld && !hasNew) return isCopy ? "before" : "gone";
  if (!hasOld || !hasNew) return hasNew ? "after" : "before";
  if (isOtherSpelling(from, to)) return isListed(from) ? "before" : "after";
  // Somebody made the other one.
  return progress === "begun" && String(lookAt(from)?.ino) === ino ? "before" : "changed";
}

/** Gives it its old name back; what became of it is known. */
export function takeRenameBack({ from, to }: RenameThing, state: State, disk: Disk): void {
  if (state === "after") disk.rename(to, from);
}
