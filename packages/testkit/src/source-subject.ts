import type { Source, SourceOptions } from "@chatexport/core";
import type { Skips } from "./check.js";
import type { SourceCheckName } from "./source-checks.js";

/** A source, with what the checks need to know of its stores. */
export interface SourceSubject {
  /** Makes the source; with `home` or `roots` it must look nowhere else. */
  create(options: SourceOptions): Source;
  /**
   * Writes a home folder into an empty folder, with a store of at least two sessions where the tool
   * would have it. Resolves to the path of the store, which as a root gives the same sessions.
   */
  makeHome(home: string): Promise<string>;
  /** How many records the store holds: its lines, its rows. */
  records: number;
  /**
   * Makes bodies of sessions in the store larger by at least so many bytes, which change nothing that
   * listing tells but sizes, revisions and times.
   */
  enlarge(store: string, bytes: number): Promise<void>;
  /**
   * Breaks records and files in the store as life does: a cut line, bytes that are no text, a row of
   * another type, links that form a circle. Resolves to the ids of sessions left whole.
   */
  damage(store: string): Promise<readonly string[]>;
  /** Checks that cannot be asked of this source, each with the reason. */
  skip?: Skips<SourceCheckName>;
}
