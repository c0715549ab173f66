/** Why something cannot be moved or set back; as far as `target-exists`, because of the two folders. */
export type MoveFault =
  | "no-path"
  | "no-project"
  | "other-system"
  | "same-folder"
  | "into-itself"
  | "missing-folder"
  | "missing-parent"
  | "moved-already"
  | "target-exists"
  | "unreadable" // A file that has to change cannot be read.
  | "running" // A program uses what would change.
  | "busy" // Another process moves something.
  | "unfinished" // A move was killed, and has to be recovered first.
  | "occupied" // Something is where something has to be put.
  | "special" // What lies in the project's folder cannot be copied to another volume.
  | "no-space" // A disk has too little room.
  | "changed" // Another program changed what would be changed, or set back.
  | "not-verified" // What was read back is not what it should be.
  | "no-such-move" // There is nothing to undo.
  | "failed" // A step failed, and all is as before; `cause` is what went wrong.
  | "stuck"; // A step failed, and so did setting back what was done until then.

/** Says in a sentence why something was not moved, and what to do. */
export class MoveError extends Error {
  override readonly name = "MoveError";
  readonly code: MoveFault;
  /** What is in the way, or was changed; the journal of a move that is stuck. */
  readonly paths: readonly string[];

  constructor(
    code: MoveFault,
    message: string,
    { paths = [], cause }: { paths?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.paths = paths;
  }
}
