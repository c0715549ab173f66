import { setImmediate } from "node:timers/promises";
import { messageOf } from "@chatexport/core";
import { MoveError } from "../move-error.js";
import type { Disk } from "./disk.js";
import { type Journal, journalPath } from "./journal.js";
import type { Content } from "./operation.js";
import { forget, rollBack } from "./roll-back.js";

/** A move while it is made. */
export interface Undertaking {
  /** Its own folder, for journal, new contents and backups. */
  readonly own: string;
  readonly journal: Journal;
  readonly disk: Disk;
  /** Lets other things happen; throws when the user wants an end, or another process took over. */
  pause(): Promise<void>;
  /** What lay in the folder of the project when it was copied. */
  copied?: Content[];
}

/** What `pause` of an undertaking does. */
export async function pauseFor(lock: { beat(): void }, signal?: AbortSignal): Promise<void> {
  // Keys that are pressed and signals arrive only now.
  await setImmediate();
  signal?.throwIfAborted();
  lock.beat();
}

/** Does something, and sets all back that the move has done until then when it fails; throws `MoveError` then. */
export async function orSetBack<Result>(
  undertaking: Undertaking,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (cause) {
    setBack(undertaking, cause);
    const { code, paths } = cause instanceof MoveError ? cause : failure;
    throw new MoveError(code, `${messageOf(cause).replace(/\.$/, "")}; all is as before`, {
      paths,
      cause,
    });
  }
}

const failure = { code: "failed", paths: [] } as const;

/**
 * Sets all back that a move has done because of an error. Throws `MoveError` when that fails as well.
 */
export function setBack({ own, journal, disk }: Undertaking, cause: unknown): void {
  try {
    rollBack(own, journal, disk);
  } catch (second) {
    const path = journalPath(own);
    const message = `${messageOf(cause)}; setting back what was done until then failed as well: ${messageOf(second)}. What is missing lies beside ${path}, and the next run tries again to set it back`;
    throw new MoveError("stuck", message, { paths: [path], cause: second });
  }
  try {
    forget(own, journal, disk);
  } catch {
    // The stores are as before, and the next recovery removes what the move has kept.
  }
}
