import type { Source } from "@chatexport/core";

/** A store that is whole, of which copies are damaged. */
export interface FaultStore {
  /** The name by which it is asked for: "cursor/bubbles". */
  name: string;
  /** Writes it into an empty folder. */
  make(folder: string): Promise<void>;
  /** Reads it there. */
  open(folder: string): Source;
  /** The words that let the program read it there. */
  words(folder: string): string[];
  /** Records of several sessions stand in one file, so that a damaged line concerns few of them. */
  isMixed?: boolean;
  /** Its files are plain texts: nobody can tell that a piece of one was left out. */
  isPlain?: boolean;
  /** The name of a file that says where sessions lie: nobody can miss those that it does not name. */
  register?: string;
  /** Each line of its transcripts counts as a record. */
  countsLines?: boolean;
}
