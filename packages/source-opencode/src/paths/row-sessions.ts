import { basename, dirname } from "node:path";
import type { Context, JsonObject, SourceOptions } from "@chatexport/core";
import { attempt, numberOf, objectOf, textOf } from "@chatexport/core/read";
import type { PackedRow, RowSession } from "@chatexport/core/source";
import { createDatabases } from "@chatexport/sqlite";
import { sessionBelow } from "../file-store.js";
import { allBelow, listSessions } from "../list-sessions.js";
import { lookAt, outputFolder, placesOf } from "../locate.js";
import { packed } from "./packed.js";

/** The sessions of OpenCode itself, in a database or in the files of versions before 1.2. */
export function rowSessions(given: SourceOptions, context: Context): RowSession[] {
  const databases = createDatabases();
  try {
    return listSessions(placesOf(given), databases, false, context).flatMap(({ id, locator }) => {
      const folder = dirname(outputFolder(locator));
      const isOther = [locator.store, folder].some((path) => basename(path).startsWith("kilo"));
      if (isOther || locator.format === "opencode/export") return [];
      const parts = allBelow(locator).map(({ id, store, format }) =>
        format === "opencode/sqlite"
          ? { database: store, id }
          : { rows: () => rowsOfFiles(store, id, context) },
      );
      return [{ id, root: locator.store, parts, folder, filesName: "tool-output" }];
    });
  } finally {
    databases.close();
  }
}

/** The database in the folder of the tool; undefined where there is none. */
export function ownDatabase(): string | undefined {
  const paths = placesOf({}).flatMap((place) => attempt(() => lookAt(place).databases) ?? []);
  const own = paths.filter((path) => /^opencode[\w.-]*\.db$/.test(basename(path)));
  return own.find((path) => basename(path) === packed.rows.databaseName) ?? own[0];
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
