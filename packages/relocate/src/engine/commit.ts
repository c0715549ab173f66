import { MoveError } from "../move-error.js";
import type { StorePlan } from "../store-plan.js";
import type { ProjectFolder } from "./begin-move.js";
import { finishCleaning } from "./cleaning.js";
import { settleFolders, timesBefore } from "./folder-times.js";
import { type Journal, writeJournal } from "./journal.js";
import { lookAt } from "./look.js";
import { type Operation, renamesOf } from "./operation.js";
import { carryOut } from "./operations/operate.js";
import { backUp } from "./operations/put-file.js";
import { placeAfter, renamed } from "./places.js";
import { isCounted, mark } from "./progress.js";
import { asideIn, placingOf, renamingOf } from "./project-folder.js";
import { stage } from "./staging.js";
import { contentsOf } from "./tree/contents.js";
import { assertSame } from "./tree/copy-tree.js";
import { orSetBack, type Undertaking } from "./undertaking.js";

/** A move that is done. */
export interface CommittedMove {
  id: string;
  /** The old folder of the project, when it was copied and could not be removed: the next recovery tries again. */
  leftover?: string;
}

/** What is committed. */
interface Commission {
  plans: readonly StorePlan[];
  project: ProjectFolder;
  verify(): Promise<void>;
}

/** Carries plans out and moves the folder of the project; sets all back and throws `MoveError` when anything fails. */
export async function commit(
  undertaking: Undertaking,
  commission: Commission,
): Promise<CommittedMove> {
  const { own, journal, disk } = undertaking;
  await orSetBack(undertaking, () => carryAllOut(undertaking, commission));
  const leftover = asideIn(journal.operations)?.to;
  if (leftover === undefined) return { id: journal.id };
  try {
    finishCleaning(own, journal, disk);
    return { id: journal.id };
  } catch {
    // All is moved; what is told is what the user can do something about.
    return { id: journal.id, leftover };
  }
}

async function carryAllOut(
  undertaking: Undertaking,
  { plans, project, verify }: Commission,
): Promise<void> {
  const { own, journal, disk, pause } = undertaking;
  const stores = await stage(plans, { id: journal.id, folder: own, disk }, pause);
  if (project === "copy") assertOutside(journal.from, stores);
  const placing = projectOperations(journal, project, stores);
  announce(undertaking, [...stores, ...placing]);

  for (const operation of stores) {
    await pause();
    if (operation.type === "put") backUp(operation, disk);
  }
  disk.sync(own, "folder");
  await carryEachOut(stores, undertaking);
  if (undertaking.copied) assertSame(journal.from, undertaking.copied);
  await carryEachOut(placing, undertaking);
  settleFolders(journal.folders, renamesOf(journal.operations), disk);

  await verify();
  await pause();
  for (const operation of stores) assertBackupUnchanged(operation);
  recordContents(stores, journal);
  journal.phase = project === "copy" ? "cleaning" : "done";
  writeJournal(own, journal, disk);
}

function projectOperations(
  journal: Journal,
  project: ProjectFolder,
  stores: readonly Operation[],
): Operation[] {
  if (project === "stays") return [];
  return project === "copy" ? placingOf(journal, stores) : renamingOf(journal, stores);
}

/** Writes down all that will be done before any of it is. */
function announce({ own, journal, disk }: Undertaking, operations: readonly Operation[]): void {
  const known = new Set(journal.folders.map(({ path }) => path));
  const further = timesBefore(operations).filter(({ path }) => !known.has(path));
  journal.folders = [...journal.folders, ...further];
  journal.operations = [...journal.operations, ...operations];
  journal.phase = "committing";
  writeJournal(own, journal, disk);
}

async function carryEachOut(
  operations: readonly Operation[],
  { own, journal, disk, pause }: Undertaking,
): Promise<void> {
  const first = journal.operations.indexOf(operations[0] as Operation);
  for (const [index, operation] of operations.entries()) {
    await pause();
    if (isCounted(operation)) mark(own, first + index, disk);
    if (operation.type !== "copy-folder") carryOut(operation, disk);
  }
}

/** Throws when what the old name of a file leads to is not as it was: a program that had it open went on writing. */
function assertBackupUnchanged(operation: Operation): void {
  if ((operation.type !== "put" && operation.type !== "remove") || !operation.before) return;
  const { path, backup, before } = operation;
  const stats = lookAt(backup);
  const isCopy = String(stats?.ino) !== before.ino;
  const isSame = Number(stats?.size) === before.size;
  if (isSame && (isCopy || String(stats?.mtimeNs) === before.mtimeNs)) return;
  const message = `${path} was written by a program that had it open: end that first`;
  throw new MoveError("changed", message, { paths: [path] });
}

/** What lies in the folders of the stores that got other names, to know later whether it was changed. */
function recordContents(stores: readonly Operation[], { operations }: Journal): void {
  const renames = renamesOf(operations);
  for (const operation of stores) {
    if (operation.type !== "rename") continue;
    const place = placeAfter(operation.to, renames.slice(renames.indexOf(operation) + 1));
    if (place !== undefined) operation.contents = contentsOf(place);
  }
}

/** A copy has what the folder had when it was made: what is changed in that afterwards would be lost. */
function assertOutside(folder: string, operations: readonly Operation[]): void {
  const paths = operations
    .flatMap((operation) =>
      operation.type === "rename" || operation.type === "copy-folder"
        ? [operation.from, operation.to]
        : [operation.path],
    )
    .filter((path) => renamed(path, { from: folder, to: "" }) !== undefined);
  if (paths.length === 0) return;
  const message = `a store lies in the folder that moves to another volume: ${paths.join(", ")}`;
  throw new MoveError("special", message, { paths });
}
