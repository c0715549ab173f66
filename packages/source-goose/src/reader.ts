import { basename } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { isLinesName } from "@chatexport/core/read";
import { sessionDatabases } from "@chatexport/sqlite";
import { headOf, toldOf } from "./heads.js";
import { placesOf } from "./places.js";
import { says } from "./says.js";

/** A reader of the sessions; databases stay open until it is closed. */
export function createReader(given: SourceOptions) {
  return sessionDatabases({
    name: "goose",
    tool: "Goose",
    placesOf: () => placesOf(given),
    isDatabase: (path) => basename(path) === "sessions.db",
    columns: [
      "sessions.working_dir",
      "sessions.extension_data",
      "messages.content_json",
      "messages.created_timestamp",
    ],
    toldOf,
    tables: [
      ["sessions", "id"],
      ["messages", "session_id"],
    ],
    body: ["messages", "content_json"],
    files: { isSession: (path) => isLinesName(path), headOf },
    load: async (...asked) => (await import("./load-session.js")).loadSession(...asked),
    says,
  });
}
