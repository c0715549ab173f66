import type { Candidates } from "./candidates.js";
import type { Moved } from "./moved.js";

/** What is done about the rows that name something that moves. */
export interface RowWork {
  moved: Moved;
  candidates: Candidates;
  /** Told of each text that is replaced, with the field that people know. */
  tell(field: string, from: string, to: string): void;
  /** Told of a row that cannot be changed. */
  leave(reason: "malformed" | "key-exists"): void;
  /** Gets what replaces a column of a row; without it nothing is replaced. */
  write?(edit: RowEdit): void;
}

/** What replaces a column of a row: text when it is text now, bytes when it is bytes. */
export interface RowEdit {
  table: string;
  rowid: number;
  column: string;
  content: string | Buffer;
  isText: boolean;
}
