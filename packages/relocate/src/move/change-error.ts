import { messageOf } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";

/**
 * The reason why stores cannot be changed or set back; as far as `target-exists`, because of the two
 * folders of a move.
 */
export type ChangeFault =
  | "no-path"
  | "no-project"
  | "missing-prompt" // A session has fewer prompts.
  | "no-such-session"
  | "not-a-pack" // A file is not what `pack` writes.
  | "other-system"
  | "same-folder"
  | "into-itself"
  | "missing-folder"
  | "missing-parent"
  | "moved-already"
  | "target-exists"
  | "unreadable" // A file that has to change cannot be read.
  | "running" // A program uses what would change.
  | "busy" // Another process changes stores.
  | "unfinished" // A transaction was killed, and has to be recovered first.
  | "occupied" // Something is where something has to be put.
  | "special" // What lies in the project's folder cannot be copied to another volume.
  | "no-space" // A disk has too little room.
  | "changed" // Another program changed what would be changed, or set back.
  | "not-verified" // What was read back is not what it should be.
  | "no-such-change" // There is nothing to undo.
  | "failed" // A step failed, and all is as before; `cause` is what went wrong.
  | "stuck"; // A step failed, and so did setting back what was done until then.

/** Says in a sentence why nothing was changed, and what to do. */
export class ChangeError extends Error {
  override readonly name = "ChangeError";
  readonly code: ChangeFault;
  /** The paths that are in the way, or were changed; the journal of a transaction that is stuck. */
  readonly paths: readonly string[];

  constructor(
    code: ChangeFault,
    message: string,
    { paths = [], cause }: { paths?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.paths = paths;
  }
}

/** The reason why something failed, with the file that a disk has refused. */
export function placedMessage(cause: unknown): string {
  const path = cause instanceof Error && "path" in cause ? textOf(cause.path) : undefined;
  return path === undefined ? messageOf(cause) : `${path}: ${messageOf(cause)}`;
}
