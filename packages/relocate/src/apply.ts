import { statSync } from "node:fs";
import { errorCode, type SessionRef } from "@chatexport/core";
import { listTransactions } from "./engine/kept-transactions.js";
import { transact } from "./engine/transact.js";
import { ChangeError } from "./move/change-error.js";
import type { Move } from "./move/move.js";
import { pathMap } from "./move/path-map.js";
import { onDisk, type StorePlan } from "./move/store-plan.js";
import { type Plan, planStores } from "./plan.js";
import { blockersOf } from "./running/blockers.js";
import { type Verification, verification } from "./verification/verify.js";

/** The result of a move. */
export interface Outcome {
  /** Its name, for `undo`. */
  id: string;
  /** The number of sessions that were read back under the new path. */
  sessions: number;
  /** Sessions that are still found under the old path, because something was left alone. */
  leftBehind: Pick<SessionRef, "id" | "source">[];
  /** The folder with the originals of all files that were changed. */
  backup: string;
  /** Bytes that they take. */
  backupBytes: number;
  /** The remains of the old folder, when it was copied to another volume and cannot be removed. */
  leftover?: string;
}

/** The options of applying a plan. */
export interface ApplyOptions {
  /** Ends the move early: everything is as before then. */
  signal?: AbortSignal;
  /** Told what comes next, for people who wait. */
  onStep?(step: Step): void;
}

/**
 * The steps that take time: reading all sessions before, copying the folder to another volume,
 * making new contents and giving them their names, reading all sessions again.
 */
export type Step = "copying" | "reading" | "writing" | "reading-back";

/**
 * Carries a plan out: all of it, or nothing. Throws `ChangeError` when a program uses what would change,
 * when the stores are not as they were planned any more, and when anything fails or the signal is
 * aborted: everything is as before then, unless its code is "stuck".
 */
export async function apply(plan: Plan, options: ApplyOptions = {}): Promise<Outcome> {
  try {
    return await carryOut(plan, options);
  } catch (cause) {
    // Two paths may be two volumes for the system, though these have one number.
    const isRename = plan.move.folder === "rename" && cause instanceof ChangeError;
    if (!isRename || errorCode(cause.cause) !== "EXDEV") throw cause;
    return carryOut({ ...plan, move: { ...plan.move, folder: "copy" } }, options);
  }
}

async function carryOut(plan: Plan, options: ApplyOptions): Promise<Outcome> {
  const { signal = new AbortController().signal, onStep = () => {} } = options;
  const { move } = plan;
  refuseRunning(plan);
  refuseUnreadable(plan);
  if (move.folder === "copy") onStep("copying");
  // The engine works on what the disk has, and no link may lead it elsewhere.
  const request = { ...move, ...move.realPairs.at(-1), signal };
  let verified: Verification = { sessions: 0, leftBehind: [] };
  const { id, ...rest } = await transact(request, async (folder) => {
    onStep("reading");
    const stores = planStores(movedTo(folder, move), plan.options);
    refuseChanged(plan.stores, stores);
    const readBack = await verification(move, stores, signal);
    onStep("writing");
    return {
      plans: stores.map(onDisk),
      async verify() {
        onStep("reading-back");
        verified = await readBack();
      },
    };
  });
  const kept = listTransactions(move).find((each) => each.id === id);
  return { id, ...verified, backup: kept?.folder ?? "", backupBytes: kept?.size ?? 0, ...rest };
}

function refuseRunning({ move, stores }: Plan): void {
  const [blocker] = blockersOf(move, stores);
  if (blocker) throw new ChangeError("running", blocker.message);
}

/** A session in a file that keeps the old path would be lost to its tool. */
function refuseUnreadable({ stores }: Plan): void {
  const notes = stores
    .flatMap((store) => store.notes)
    .filter((note) => note.code === "not-rewritten");
  const paths = notes.flatMap(({ path }) => path ?? []);
  if (paths.length === 0) return;
  const [first] = paths;
  const others = paths.length > 1 ? ` (and ${paths.length - 1} more)` : "";
  throw new ChangeError(
    "unreadable",
    `Nothing was moved: ${first}${others} cannot be read and would still name the old path. Make it readable, and move again.`,
    { paths },
  );
}

/** A move of which the folder lies on its new volume already: Cursor's names depend on where it is on the disk. */
function movedTo(folder: string, move: Move): Move {
  if (move.folder !== "copy") return move;
  const places = pathMap(move.pairs.map(({ to }) => ({ from: to, to: folder })));
  return {
    ...move,
    statOf: (path) => statSync(places.path(path) ?? path, { throwIfNoEntry: false }),
  };
}

/** Nothing is done that was not shown; only the new names of folders may be known since. */
function refuseChanged(planned: readonly StorePlan[], now: readonly StorePlan[]): void {
  if (JSON.stringify(planned.map(shown)) === JSON.stringify(now.map(shown))) return;
  throw new ChangeError(
    "changed",
    "The stores have changed since the plan was made: make it again, and look at it again.",
  );
}

function shown({ rewrites, renames }: StorePlan) {
  return {
    rewrites: rewrites.map(({ path, absorbs, changes }) => ({
      path,
      absorbs,
      changes: changes.map(({ field, count }) => ({ field, count })),
    })),
    renames: renames.map(({ from }) => from),
  };
}
