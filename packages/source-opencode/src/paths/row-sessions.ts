import { basename, dirname, join } from "node:path";
import type { Context, JsonObject, SourceOptions } from "@chatexport/core";
import { attempt, numberOf, objectOf, textOf } from "@chatexport/core/read";
import { namesIn, type PackedRow, type RowSession } from "@chatexport/core/source";
import { createDatabases, openDatabase } from "@chatexport/sqlite";
import { sessionBelow } from "../file-store.js";
import { allBelow, type Locator, listSessions } from "../list-sessions.js";
import { lookAt, outputFolder, placesOf } from "../locate.js";
import { packed, withoutPlace } from "./packed.js";

/** The sessions of OpenCode itself, in a database or in the files of versions before 1.2. */
export function rowSessions(given: SourceOptions, context: Context): RowSession[] {
  const databases = createDatabases();
  try {
    return listSessions(placesOf(given), databases, false, context).flatMap(({ id, locator }) => {
      const folder = dirname(outputFolder(locator));
      const isOther = [basename(locator.store), basename(folder)].some((name) =>
        /^kilo/.test(name),
      );
      if (isOther || locator.format === "opencode/export") return [];
      const rows = () => allBelow(locator).flatMap((each) => [...rowsOf(each, context)]);
      const files = () => outputsOf(id, rows, outputFolder(locator), context);
      return [{ id, root: locator.store, folder, rows, files }];
    });
  } finally {
    databases.close();
  }
}

/** The folder of the tool, and its database; undefined where the tool has none. */
export function ownDatabase(): { folder: string; path: string } | undefined {
  const paths = placesOf({}).flatMap((place) => attempt(() => lookAt(place).databases) ?? []);
  const own = paths.filter((path) => /^opencode[\w.-]*\.db$/.test(basename(path)));
  const path = own.find((each) => basename(each) === packed.rows.databaseName) ?? own[0];
  return path === undefined ? undefined : { folder: dirname(path), path };
}

function rowsOf({ id, store, format }: Locator, context: Context): PackedRow[] {
  if (format !== "opencode/sqlite") return rowsOfFiles(store, id, context);
  const database = openDatabase(store);
  try {
    return database.snapshot(() =>
      Object.entries(packed.rows.owners)
        .filter(([table]) => database.tables().has(table))
        .flatMap(([table, owner]) =>
          database
            .all(`SELECT * FROM ${table} WHERE ${owner} = ? ORDER BY rowid`, id)
            .map((row) => ({ table, row: owner === "id" ? withoutPlace(row) : row })),
        ),
    );
  } finally {
    database.close();
  }
}

/** The rows that the tool made of such files when it moved them into its database (told). */
function rowsOfFiles(store: string, id: string, context: Context): PackedRow[] {
  const { info = {}, messages, parts, todos } = sessionBelow(store, id, context);
  const time = objectOf(info.time) ?? {};
  const created = numberOf(time.created) ?? 0;
  const times = { time_created: created, time_updated: numberOf(time.updated) ?? created };
  const summary = objectOf(info.summary) ?? {};
  const session = {
    ...{ id, parent_id: textOf(info.parentID) ?? null, slug: textOf(info.slug) ?? "" },
    ...{ directory: textOf(info.directory) ?? "", title: textOf(info.title) ?? "" },
    ...{ version: textOf(info.version) ?? "", revert: jsonOf(info.revert) },
    ...{ summary_additions: numberOf(summary.additions), summary_files: numberOf(summary.files) },
    ...{ summary_deletions: numberOf(summary.deletions), summary_diffs: jsonOf(summary.diffs) },
    ...{ ...times, time_archived: numberOf(time.archived) ?? null },
  };
  const saidAt = new Map(
    messages.map((message) => [message.id, numberOf(objectOf(message.data.time)?.created)]),
  );
  const record = (own: string, data: JsonObject, messageId = own) => {
    const at = saidAt.get(messageId) ?? created;
    return { id: own, session_id: id, time_created: at, time_updated: at, data: jsonOf(data) };
  };
  return [
    { table: "session", row: session },
    ...messages.map((each) => ({ table: "message", row: record(each.id, each.data) })),
    // The database takes no part without its message.
    ...parts
      .filter(({ messageId }) => saidAt.has(messageId))
      .map(({ id: own, messageId, data }) => ({
        table: "part",
        row: { ...record(own, data, messageId), message_id: messageId },
      })),
    ...todos.map(({ content, status, priority }, position) => ({
      table: "todo",
      row: { session_id: id, content, status, priority: priority ?? "medium", position, ...times },
    })),
  ];
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** The files with whole outputs that rows name, by their names in a pack. */
function outputsOf(
  id: string,
  rows: () => readonly PackedRow[],
  folder: string,
  context: Context,
): Map<string, string> {
  const there = namesIn(folder, context).filter((name) => name.startsWith("tool_"));
  const all = there.length > 0 ? rows() : [];
  const isNamed = (name: string) => all.some(({ row }) => (textOf(row.data) ?? "").includes(name));
  return new Map(
    there.filter(isNamed).map((name) => [`${id}/tool-output/${name}`, join(folder, name)] as const),
  );
}
