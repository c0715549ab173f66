import { unknownFile } from "../diagnostics.js";
import type { Source } from "../plugin.js";
import { type DocumentSourceParts, documentSource, type Listed } from "./document-source.js";
import { bothEnds, type Ends } from "./session-files.js";

/** The parts of a source of a tool that keeps each session in a file of JSON Lines. */
export interface LineSourceParts extends Omit<DocumentSourceParts, "format" | "listed" | "beside"> {
  /** Tells what both ends of a file say; undefined when it is no session of the tool. */
  listed(ends: Ends, path: string): Listed | undefined;
  /** Other files that the session depends on: it has changed when one of them has, and may say what is in them. */
  beside?(ends: Ends, path: string): string | readonly string[];
}

/** A source of a tool that keeps each session in a file of JSON Lines; sessions are known by their ids, of copies the newest. */
export function lineSource({ listed, beside, ...parts }: LineSourceParts): Source<string> {
  return documentSource({
    ...parts,
    format: `${parts.name}/jsonl`,
    listed(path, { report }) {
      const ends = bothEnds(path);
      const found = listed(ends, path);
      // It may be one; of what else lies there, another source can say what it is.
      if (!found && ends.isDamaged && ends.head.length === 0) report(unknownFile(path, parts.name));
      return found;
    },
    beside: (path) => (beside ? [beside(bothEnds(path), path)].flat() : []),
  });
}
