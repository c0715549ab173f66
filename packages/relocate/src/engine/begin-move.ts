import { dirname } from "node:path";
import type { Lock } from "@chatexport/core/host";
import { type Disk, realDisk } from "../disk/disk.js";
import { folderAround } from "../disk/look-at.js";
import type { FolderMove } from "../move/move.js";
import type { StorePlan } from "../move/store-plan.js";
import { type CommittedMove, commit } from "./commit-move.js";
import { assertCopyable, copyTree } from "./copies.js";
import { timesBefore } from "./folder-times.js";
import { type Journal, writeJournal } from "./journal.js";
import {
  carryEachOut,
  type JournaledMove,
  orSetBack,
  pauseFor,
  setBack,
} from "./journaled-move.js";
import { assertNoneUnfinished, folderOf, lockMoves, newId, type Owner } from "./kept-moves.js";
import { assertMovable, copyingOf, copyOf } from "./project-folder.js";

/** What is moved, and how. */
export interface MoveOptions extends Owner {
  /** The folder of the project, with links resolved. */
  from: string;
  /** Its new path; nothing has it unless the folder stays, or only its case changes. */
  to: string;
  folder: FolderMove;
  disk?: Disk;
  /** Ends the move until it is committed. */
  signal?: AbortSignal;
}

/** A move that keeps others from being begun until it is committed or abandoned. */
interface OpenMove {
  readonly id: string;
  /** Where the folder of the project lies until the move is committed; it keeps its number on the disk. */
  readonly folder: string;
  /**
   * Carries plans out and moves the folder of the project. `verify` throws when the stores are not what
   * they should be then. Throws `MoveError` when anything fails, or the signal is aborted: all is as
   * before then, unless its code is `stuck`.
   */
  commit(plans: readonly StorePlan[], verify: () => Promise<void>): Promise<CommittedMove>;
  /** Sets back what has been prepared. Throws `MoveError` when it cannot. */
  abandon(): void;
}

/**
 * Begins a move: keeps others from moving anything, and copies the folder of the project, hidden beside
 * its new place, when that is on another volume. Throws `MoveError` when it cannot, and all is as before.
 */
export async function beginMove(options: MoveOptions): Promise<OpenMove> {
  const { from, to, folder, disk = realDisk, signal } = options;
  const lock = await lockMoves(options);
  try {
    assertNoneUnfinished(options);
    if (folder !== "stays") assertMovable({ from, to });
    const journal = newJournal(options);
    const own = folderOf(journal.id, options);
    disk.makeFolder(own, 0o700);
    disk.sync(dirname(own), "folder");
    const move: JournaledMove = { own, journal, disk, pause: () => pauseFor(lock, signal) };
    await orSetBack(move, async () => {
      writeJournal(own, journal, disk);
      if (folder === "copy") await copyProject(move);
    });
    return openMove(move, folder, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function newJournal({ from, to }: MoveOptions): Journal {
  const now = new Date();
  return {
    version: 1,
    id: newId(now),
    time: now.toISOString(),
    phase: "preparing",
    from,
    to,
    operations: [],
    folders: [],
  };
}

async function copyProject(move: JournaledMove): Promise<void> {
  const { own, journal, disk } = move;
  const { from } = journal;
  journal.operations = copyingOf(journal);
  journal.folders = timesBefore(journal.operations);
  assertCopyable(from, folderAround(copyOf(journal)), disk);
  writeJournal(own, journal, disk);
  await carryEachOut(journal.operations, move);
  move.copied = await copyTree(from, copyOf(journal), move);
}

function openMove(move: JournaledMove, project: FolderMove, lock: Lock): OpenMove {
  const { journal } = move;
  return {
    id: journal.id,
    folder: project === "copy" ? copyOf(journal) : journal.from,
    async commit(plans, verify) {
      try {
        return await commit(move, { plans, project, verify });
      } finally {
        lock.release();
      }
    },
    abandon() {
      try {
        setBack(move, new Error("the move was abandoned"));
      } finally {
        lock.release();
      }
    },
  };
}
