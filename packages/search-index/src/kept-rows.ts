import { type ListedSession, present, type Session } from "@chatexport/core";
import type { Connection } from "@chatexport/sqlite";
import { gramKeys } from "./grams.js";
import { type Block, contentIn, labelsIn, textsOf } from "./kept-session.js";

/** The facts that are kept of a session beside its texts; masked. */
export type KeptFacts = Pick<Session, "title" | "project" | "cwd" | "startedAt" | "updatedAt">;

/** A session as it stands in the index. */
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
export function factsOf({ title, project, cwd, startedAt, updatedAt }: Session): KeptFacts {
  return present({ title, project, cwd, startedAt, updatedAt });
}

/** Names a session in the index, among those of one place. */
export function rowKey({ source, ref }: ListedSession): string {
  return `${source.name}\n${ref.source}\n${ref.id}`;
}

/** A block as it stands in the index. */
export interface BlockRow {
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
  const blocks = connection
    .prepare("SELECT isSaid, labels, content FROM block WHERE session = ?")
    .all(id) as BlockRow[];
  return new Set(
    blocks.flatMap(({ isSaid, labels, content }) => {
      const parts = labelsIn(labels);
      const texts = contentIn(content, isSaid === 1, parts);
      return parts.flatMap((part) => textsOf(part, texts));
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

/** Keeps a session, in place of what was kept of it before. */
export function insertSession(connection: Connection, place: string, session: NewSession): void {
  const { listed, revision, isMasked, isFaulty, facts, blocks } = session;
  const { source, ref } = listed;
  const before = keptRow(connection, place, listed);
  if (before) deleteSession(connection, before.id);
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
  const addBlock = connection.prepare(
    "INSERT INTO block(session, isSaid, labels, content) VALUES(?, ?, ?, ?)",
  );
  const lastBlock = connection.prepare("SELECT max(id) AS id FROM block");
  const addGrams = connection.prepare("INSERT INTO gram(rowid, keys) VALUES(?, ?)");
  const addWords = connection.prepare("INSERT INTO word(rowid, text) VALUES(?, ?)");
  for (const { isSaid, text, labels, content } of blocks) {
    addBlock.run(id, Number(isSaid), labels, content);
    const row = lastBlock.get() as { id: number };
    addGrams.run(row.id, gramKeys(text).map(gramName).join(" "));
    if (isSaid) addWords.run(row.id, text);
  }
}

/** Forgets a session. */
export function deleteSession(connection: Connection, id: number): void {
  const blocks = connection.prepare("SELECT id, isSaid FROM block WHERE session = ?").all(id);
  for (const row of blocks as { id: number; isSaid: number }[]) {
    connection.prepare("DELETE FROM gram WHERE rowid = ?").run(row.id);
    if (row.isSaid === 1) connection.prepare("DELETE FROM word WHERE rowid = ?").run(row.id);
  }
  connection.prepare("DELETE FROM block WHERE session = ?").run(id);
  connection.prepare("DELETE FROM session WHERE id = ?").run(id);
}

/** The word by which the index knows a key of `gramKeys`. */
export function gramName(key: number): string {
  return key.toString(36);
}
