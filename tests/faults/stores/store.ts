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
  /** Each line of its transcripts counts as a record. */
  countsLines?: boolean;
}
