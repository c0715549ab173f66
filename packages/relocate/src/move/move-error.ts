/**
 * Why something cannot be moved or set back:
 *
 * - `no-path`, `no-project`, `other-system`, `same-folder`, `into-itself`, `missing-folder`, `missing-parent`,
 *   `moved-already`, `target-exists`: the two folders cannot be what the user means;
 * - `running`: a program uses what would change;
 * - `busy`: another process moves something;
 * - `unfinished`: a move was killed, and has to be recovered first;
 * - `occupied`: something is where something has to be put;
 * - `special`: what lies in the project's folder cannot be copied to another volume;
 * - `no-space`: a disk has too little room;
 * - `changed`: another program changed what would be changed, or set back;
 * - `not-verified`: what was read back is not what it should be;
 * - `no-such-move`: there is nothing to undo;
 * - `failed`: a step failed, and all is as before; `cause` is what went wrong;
 * - `stuck`: a step failed, and so did setting back what was done until then.
 */
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
  | "running"
  | "busy"
  | "unfinished"
  | "occupied"
  | "special"
  | "no-space"
  | "changed"
  | "not-verified"
  | "no-such-move"
  | "failed"
  | "stuck";

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
