/** Where a session stands. */
export interface Locator {
  /** The file as the user named it; of a pipe not the copy that is read. */
  path: string;
  /** The byte at which its line begins. */
  start: number;
  /** The byte after its last line. */
  end: number;
  /** The number of its line, counted from 1. */
  line: number;
}
