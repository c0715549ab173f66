import { type ListedSession, present, type Session } from "@chatexport/core";
import { marksIn, promptCount } from "@chatexport/document";
import type { Connection } from "@chatexport/sqlite";
import { gramKeys } from "./grams.js";
import { type Block, contentIn, partsOfBlock, textsOf } from "./kept-session.js";

/** The facts that are kept of a session beside its texts; masked. */
export interface KeptFacts
  extends Pick<Session, "title" | "project" | "cwd" | "startedAt" | "updatedAt"> {
  /** Prompts of its own. */
  promptCount: number;
  /** "Committed 4e12a98": commits, tests, pull requests. */
  marks: string[];
}

/** A session as a row of the index. */
export interface KeptRow {
  /** Another one when the session was kept anew. */
  id: number;
  revision: string;
  /** Something in it was masked. */
  isMasked: boolean;
  /** Loading it reported an error, so that it is loaded again each time, to report that again. */
  isFaulty: boolean;
  /** `KeptFacts` in JSON. */
  facts: string;
}

/** A session that is ready to be kept. */
export interface NewSession extends Omit<KeptRow, "id" | "facts"> {
  listed: ListedSession;
  facts: KeptFacts;
  blocks: Block[];
}

/** The facts of a session that are kept. */
export function factsOf(session: Session): KeptFacts {
  const { title, project, cwd, startedAt, updatedAt } = session;
  const marks = marksIn(session).map(({ words }) => words);
  return present({
    title,
    project,
    cwd,
    startedAt,
    updatedAt,
    promptCount: promptCount(session),
    marks,
  });
}

/** Names a session in the index, among those of one place. */
export function rowKey({ source, ref }: ListedSession): string {
  return `${source.name}\n${ref.source}\n${ref.id}`;
}

/** A block as the index keeps it. */
export interface BlockRow {
  id: number;
  isSaid: number;
  labels: Uint8Array;
  content: Uint8Array;
}

const columns = "id, reader, source, native, revision, isMasked, isFaulty, facts";

/** All sessions that are kept of a place, by `rowKey`. */
export function keptRows(connection: Connection, place: string): Map<string, KeptRow> {
  const rows = connection.prepare(`SELECT ${columns} FROM session WHERE place = ?`).all(place);
  return new Map(
    rows.map((row) => {
      const { reader, source, native } = row as Record<string, string>;
      return [`${reader}\n${source}\n${native}`, keptRowOf(row)];
    }),
  );
}

/** A session as it is kept now. */
export function keptRow(
  connection: Connection,
  place: string,
  { source, ref }: ListedSession,
): KeptRow | undefined {
  const row = connection
    .prepare(
      `SELECT ${columns} FROM session WHERE place = ? AND reader = ? AND source = ? AND native = ?`,
    )
    .get(place, source.name, ref.source, ref.id);
  return row === undefined ? undefined : keptRowOf(row);
}

/** All texts that are kept of a session. */
export function keptTexts(
  connection: Connection,
  place: string,
  listed: ListedSession,
): ReadonlySet<string> {
  const { id = -1 } = { ...keptRow(connection, place, listed) };
  return new Set(
    blockRows(connection, id).flatMap(({ isSaid, labels, content }) => {
      const parts = partsOfBlock(labels);
      const texts = contentIn(content, isSaid === 1, parts);
      return parts.ends.flatMap((_, position) => textsOf(parts.at(position), texts));
    }),
  );
}

function keptRowOf(row: unknown): KeptRow {
  const { id, revision, isMasked, isFaulty, facts } = row as Record<string, unknown>;
  return {
    id: Number(id),
    revision: String(revision),
    isMasked: isMasked === 1,
    isFaulty: isFaulty === 1,
    facts: String(facts),
  };
}

/** Keeps a session, in place of what was kept of it before. Blocks that are as they were stay where they are. */
export function insertSession(connection: Connection, place: string, session: NewSession): void {
  const { listed, revision, isMasked, isFaulty, facts, blocks } = session;
  const { source, ref } = listed;
  const before = keptRow(connection, place, listed);
  if (before) connection.prepare("DELETE FROM session WHERE id = ?").run(before.id);
  connection
    .prepare(
      "INSERT INTO session(place, reader, source, native, revision, isMasked, isFaulty, facts) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .run(
      place,
      source.name,
      ref.source,
      ref.id,
      revision,
      Number(isMasked),
      Number(isFaulty),
      JSON.stringify(facts),
    );
  const { id } = { ...keptRow(connection, place, listed) };
  const left = before ? blockRows(connection, before.id) : [];
  const addBlock = connection.prepare(
    "INSERT INTO block(session, isSaid, labels, content) VALUES(?, ?, ?, ?)",
  );
  const moveBlock = connection.prepare("UPDATE block SET session = ? WHERE id = ?");
  const lastBlock = connection.prepare("SELECT max(id) AS id FROM block");
  const addGrams = connection.prepare("INSERT INTO gram(rowid, keys) VALUES(?, ?)");
  const addWords = connection.prepare("INSERT INTO word(rowid, text) VALUES(?, ?)");
  for (const block of blocks) {
    const { isSaid, text, labels, content } = block;
    const at = left.findIndex((row) => isSame(row, block));
    const [same] = at === -1 ? [] : left.splice(at, 1);
    if (same) {
      moveBlock.run(id, same.id);
      continue;
    }
    addBlock.run(id, Number(isSaid), labels, content);
    const row = lastBlock.get() as { id: number };
    addGrams.run(row.id, gramKeys(text).map(gramName).join(" "));
    if (isSaid) addWords.run(row.id, text);
  }
  for (const row of left) deleteBlock(connection, row);
}

function isSame(row: BlockRow, { isSaid, labels, content }: Block): boolean {
  return (
    row.isSaid === Number(isSaid) &&
    Buffer.compare(row.labels, labels) === 0 &&
    Buffer.compare(row.content, content) === 0
  );
}

/** Forgets a session. */
export function deleteSession(connection: Connection, id: number): void {
  for (const row of blockRows(connection, id)) deleteBlock(connection, row);
  connection.prepare("DELETE FROM session WHERE id = ?").run(id);
}

function deleteBlock(connection: Connection, { id, isSaid }: BlockRow): void {
  connection.prepare("DELETE FROM gram WHERE rowid = ?").run(id);
  if (isSaid === 1) connection.prepare("DELETE FROM word WHERE rowid = ?").run(id);
  connection.prepare("DELETE FROM block WHERE id = ?").run(id);
}

function blockRows(connection: Connection, session: number): BlockRow[] {
  return connection
    .prepare("SELECT id, isSaid, labels, content FROM block WHERE session = ?")
    .all(session) as BlockRow[];
}

/** The word by which the index knows a key of `gramKeys`. */
export function gramName(key: number): string {
  return key.toString(36);
}
