import type { PartLabel } from "@chatexport/document/search";
import type { Connection } from "@chatexport/sqlite";
import { gramKeys } from "./grams.js";
import { type BlockRow, gramName } from "./kept-rows.js";
import { contentIn, labelsIn } from "./kept-session.js";
import type { PartFinder, PossiblePart } from "./part-finder.js";
import type { Pattern } from "./pattern.js";

/** The blocks of a session in which a pattern can be found, in their order. */
export interface Candidates {
  said: Candidate[];
  rest: Candidate[];
}

interface Candidate {
  id: number;
  /** Its size, packed. */
  bytes: number;
}

/** More grams than these narrow no further. */
const mostKeys = 32;

const columns = "id, session, isSaid, length(content) AS bytes";

/** The blocks that can have all texts of one of the lists, by session; see `requiredTexts`. */
export function candidateBlocks(
  connection: Connection,
  texts: readonly (readonly string[])[],
): ReadonlyMap<number, Candidates> {
  const keys = texts.map((all) => [...new Set(all.flatMap(gramKeys))].slice(0, mostKeys));
  const isNarrowed = keys.every((all) => all.length > 0);
  const match = keys.map((all) => `(${all.map((key) => `"${gramName(key)}"`).join(" AND ")})`);
  const where = "WHERE id IN (SELECT rowid FROM gram WHERE gram MATCH ?)";
  const statement = `SELECT ${columns} FROM block ${isNarrowed ? where : ""} ORDER BY id`;
  const found = connection.prepare(statement).all(...(isNarrowed ? [match.join(" OR ")] : []));
  const blocks = new Map<number, Candidates>();
  for (const row of found) {
    const { id, session, isSaid, bytes } = row as Record<
      "id" | "session" | "isSaid" | "bytes",
      number
    >;
    const candidates = blocks.get(session) ?? { said: [], rest: [] };
    candidates[isSaid === 1 ? "said" : "rest"].push({ id, bytes });
    blocks.set(session, candidates);
  }
  return blocks;
}

/** How well the blocks of what was said fit the words of a text, whose last one may go on: bm25. */
export function rankedBlocks(
  connection: Connection,
  { source, isLiteral }: Pattern,
): ReadonlyMap<number, number> {
  if (!isLiteral) return new Map();
  const phrase = `"${source.replace(/["\0]/g, " ")}" *`;
  const rows = connection
    .prepare("SELECT rowid AS id, rank FROM word WHERE word MATCH ?")
    .all(phrase) as { id: number; rank: number }[];
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/** The parts of blocks that are wanted and may hold what is looked for. */
export function* partsIn(
  connection: Connection,
  blocks: readonly Candidate[],
  find: PartFinder,
  isWanted: (part: PartLabel) => boolean,
): Generator<{ number: number; label: PartLabel; possible: PossiblePart }> {
  const block = connection.prepare("SELECT id, isSaid, labels, content FROM block WHERE id = ?");
  for (const { id } of blocks) {
    const { isSaid, labels, content } = block.get(id) as BlockRow;
    const all = labelsIn(labels);
    // To unpack texts takes longer than to look at a label or all of them.
    if (!all.some(({ label }) => isWanted(label))) continue;
    const texts = contentIn(content, isSaid === 1, all);
    for (const part of all) {
      const possible = find(part, texts);
      if (!possible) continue;
      const { number, label } = part;
      if (isWanted(label)) yield { number, label, possible };
    }
  }
}
