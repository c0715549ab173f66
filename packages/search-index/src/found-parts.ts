import type { PartLabel } from "@chatexport/document/search";
import type { Connection } from "@chatexport/sqlite";
import type { Candidate } from "./candidates.js";
import type { BlockRow } from "./kept-rows.js";
import { contentIn, type KeptPart, type KeptParts, partsOfBlock } from "./kept-session.js";
import type { FoundText, PartFinder } from "./part-finder.js";

/** The parts of blocks that are wanted and have what is looked for. */
export function* foundParts(
  connection: Connection,
  blocks: readonly Candidate[],
  finder: PartFinder,
  isWanted: (part: PartLabel) => boolean,
): Generator<KeptPart & { found: FoundText }> {
  const block = connection.prepare("SELECT id, isSaid, labels, content FROM block WHERE id = ?");
  for (const { id } of blocks) {
    const { isSaid, labels, content } = block.get(id) as BlockRow;
    const parts = partsOfBlock(labels);
    // To unpack texts takes longer than to look at all labels; most often, the first one is wanted.
    if (!parts.ends.some((_, position) => isWanted(parts.at(position).label))) continue;
    const texts = contentIn(content, isSaid === 1, parts);
    for (const position of positionsIn(parts, texts, finder.anchor)) {
      const part = parts.at(position);
      if (!isWanted(part.label)) continue;
      const found = finder.find(part, texts);
      if (found) yield { ...part, found };
    }
  }
}

/** In bytes: V8 takes ten times as long to make strings that have more than 128 kB. */
const longestRun = 100_000;

/** The positions of the parts with a match, or of all. Parts are searched together: most are short, and have none. */
function* positionsIn({ ends }: KeptParts, texts: Buffer, anchor?: RegExp): Generator<number> {
  if (!anchor) return yield* ends.keys();
  let start = 0;
  for (let first = 0, next = 0; first < ends.length; first = next) {
    do next++;
    while ((ends[next] ?? Number.POSITIVE_INFINITY) - start <= longestRun);
    const end = ends[next - 1] ?? start;
    const bytes = texts.toString("latin1", start, end);
    anchor.lastIndex = 0;
    let position = first;
    for (let match = anchor.exec(bytes); match; match = anchor.exec(bytes)) {
      while ((ends[position] ?? end) - start <= match.index) position++;
      yield position;
      // White space in a match may reach into the next part, which is looked at from its beginning.
      anchor.lastIndex = (ends[position] ?? end) - start;
    }
    start = end;
  }
}
