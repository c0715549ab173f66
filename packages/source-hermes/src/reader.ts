import { basename } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { sessionDatabases } from "@chatexport/sqlite";
import { encoded, toldOf } from "./heads.js";
import { databaseName, sessionPlaces } from "./places.js";
import { headOf, isLog, logsOf } from "./session-logs.js";

/** A reader of the sessions; databases stay open until it is closed. */
export function createReader(given: SourceOptions) {
  return sessionDatabases({
    name: "hermes",
    tool: "Hermes Agent",
    placesOf: (report) => sessionPlaces(given, report),
    isDatabase: (path) => basename(path) === databaseName,
    columns: [
      "sessions.started_at",
      "sessions.end_reason",
      "messages.tool_calls",
      "messages.tool_name",
    ],
    order: "started_at, rowid",
    toldOf,
    tables: [
      ["sessions", "id"],
      ["messages", "session_id", `*, ${encoded}`],
    ],
    body: ["messages", "content"],
    textOfBytes: (bytes) => Buffer.from(bytes).toString(),
    files: { folderOf: logsOf, isSession: isLog, headOf },
    load: async (...asked) => (await import("./load-session.js")).loadSession(...asked),
    says: { relations: "fork continuation branch" },
  });
}
