import { statSync } from "node:fs";
import { type Context, type Message, present, type Session } from "@chatexport/core";
import {
  oneLine,
  projectOf,
  promptTitle,
  TallyCounter,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import {
  droppedFields,
  Fields,
  type Holder,
  keepRest,
  type NamedFields,
} from "@chatexport/core/source";
import { type Database, jsonOfRow, type Row } from "@chatexport/sqlite";
import { withDatabase } from "../beside.js";
import { foreignFile, strayRow } from "../diagnostics.js";
import { type Head, sessionOf } from "../head.js";

/*
 * `session-store.db` has the prompts and answers of all sessions, for the tool's own search. They stand for the
 * sessions whose folders are gone.
 */

/** The sessions that only the database has. Throws when it cannot be read. */
export function turnHeads(
  path: string,
  isKnown: (id: string) => boolean,
  context: Context,
): Head[] {
  return withDatabase(path, (database) => {
    if (!["sessions", "turns"].every((table) => database.tables().has(table))) {
      context.report(foreignFile(path));
      return [];
    }
    const sessions = new Map<string, Row>();
    for (const row of database.all("SELECT * FROM sessions")) {
      const id = textOf(row.id);
      if (id === undefined) context.report(strayRow(path, "sessions"));
      else sessions.set(id, row);
    }
    // A row that is damaged does not cost the turns of its session.
    const ids = database.all("SELECT DISTINCT session_id AS id FROM turns ORDER BY session_id");
    return ids.flatMap((row): Head[] => {
      const id = textOf(row.id);
      if (id === undefined) context.report(strayRow(path, "turns"));
      if (id === undefined || isKnown(id)) return [];
      return [headOf(id, path, sessions.get(id) ?? {}, turnsOf(database, id))];
    });
  });
}

function turnsOf(database: Database, id: string): Row[] {
  return database.all("SELECT * FROM turns WHERE session_id = ? ORDER BY turn_index", id);
}

function headOf(id: string, path: string, row: Row, turns: readonly Row[]): Head {
  const cwd = textOf(row.cwd);
  const summary = oneLine(textOf(row.summary) ?? "");
  const own = promptTitle(turns.map((turn) => textOf(turn.user_message) ?? ""));
  return present<Head>({
    id,
    kind: "turns",
    path,
    format: "copilot/turns",
    title: summary ?? own,
    titleFrom: summary === undefined && own !== undefined ? "first-message" : undefined,
    cwd,
    project: projectOf(cwd),
    branch: textOf(row.branch),
    startedAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    bytes: statSync(path).size,
    state: `${turns.length} ${row.updated_at}`,
  });
}

/** SQLite writes "2026-03-02 09:00:00", in UTC. */
function timeOf(value: unknown): string | undefined {
  const text = textOf(value);
  return utcTime(text?.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, "$1T$2Z"));
}

/** Loads what the database has of a session. Throws when it cannot be read. */
export function loadTurns(head: Head): Session {
  const tally = new TallyCounter();
  const messages: Message[] = [];
  const session: Holder = {};
  for (const turn of withDatabase(head.path, (database) => turnsOf(database, head.id))) {
    tally.read();
    tally.keep();
    const fields = new Fields(jsonOfRow(turn), turnFields);
    const at = fields.number("turn_index");
    const createdAt = fields.made(timeOf, "timestamp");
    let holder = session;
    for (const [role, text] of [
      ["user", fields.text("user_message")],
      ["assistant", fields.text("assistant_response")],
    ] as const) {
      if (text === undefined) continue;
      const message = present<Message>({
        id: `turn-${at}-${role}`,
        parentId: messages.at(-1)?.id,
        role,
        createdAt: role === "user" ? createdAt : undefined,
        parts: [{ type: "text", text }],
        origin: { at: `turns/${at}` },
      });
      messages.push(message);
      holder = message;
    }
    keepRest(holder, fields, "turn", tally);
  }
  const git = head.branch === undefined ? undefined : { branch: head.branch };
  return sessionOf(head, { git, messages, records: tally.result(), native: session.native });
}

/** The columns that are not read (1.0). */
const turnFields: NamedFields = {
  dropped: droppedFields({
    "the number of the row": { texts: "id" },
    "the id of the session": { texts: "session_id" },
  }),
};
