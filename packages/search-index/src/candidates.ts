import type { Connection } from "@chatexport/sqlite";
import { gramKeys } from "./grams.js";
import { gramName } from "./kept-rows.js";
import type { Term } from "./pattern.js";

/** The blocks of a session in which something can be found, in their order. */
export interface Candidates {
  said: Candidate[];
  rest: Candidate[];
}

/** A block in which something can be found. */
export interface Candidate {
  id: number;
  /** Its size, packed. */
  bytes: number;
}

/** More grams than these narrow no further. */
const mostKeys = 32;

const columns = "id, session, isSaid, length(content) AS bytes";

/** The blocks in which all terms of one of the alternatives can be, by session. */
export function candidateBlocks(
  connection: Connection,
  alternatives: readonly (readonly Term[])[],
): ReadonlyMap<number, Candidates> {
  const match = alternatives.map((terms) =>
    terms
      .map(gramsOf)
      .filter((grams) => grams !== "")
      .join(" AND "),
  );
  const isNarrowed = match.every((grams) => grams !== "");
  const where = "WHERE id IN (SELECT rowid FROM gram WHERE gram MATCH ?)";
  const statement = `SELECT ${columns} FROM block ${isNarrowed ? where : ""} ORDER BY id`;
  const found = connection
    .prepare(statement)
    .all(...(isNarrowed ? [match.map((grams) => `(${grams})`).join(" OR ")] : []));
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

/** The grams of a term as FTS5 looks for them; "" where they narrow nothing. */
function gramsOf({ texts }: Term): string {
  const keys = texts.map((all) => [...new Set(all.flatMap(gramKeys))].slice(0, mostKeys));
  if (keys.some((all) => all.length === 0)) return "";
  const lists = keys.map((all) => `(${all.map((key) => `"${gramName(key)}"`).join(" AND ")})`);
  return `(${lists.join(" OR ")})`;
}

/** The blocks of what was said, with their fit to the words of the texts, whose last ones may go on: bm25. */
export function rankedBlocks(
  connection: Connection,
  alternatives: readonly (readonly Term[])[],
): ReadonlyMap<number, number> {
  const texts = alternatives.flat().filter(({ isLiteral }) => isLiteral);
  if (texts.length === 0) return new Map();
  const phrases = texts.map(({ source }) => `"${source.replace(/["\0]/g, " ")}" *`);
  const rows = connection
    .prepare("SELECT rowid AS id, rank FROM word WHERE word MATCH ?")
    .all(phrases.join(" OR ")) as { id: number; rank: number }[];
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}
