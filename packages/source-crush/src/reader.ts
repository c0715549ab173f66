import { basename } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { sessionDatabases } from "@chatexport/sqlite";
import { toldOf } from "./heads.js";
import { placesOf } from "./places.js";
import { says } from "./says.js";

/** A reader of the sessions; databases stay open until it is closed. */
export function createReader(given: SourceOptions) {
  return sessionDatabases({
    name: "crush",
    tool: "Crush",
    placesOf: (report) => placesOf(given, report),
    isDatabase: (path) => basename(path) === "crush.db",
    columns: ["sessions.prompt_tokens", "sessions.cost", "messages.parts", "messages.finished_at"],
    order: "created_at, rowid",
    toldOf,
    tables: [
      ["sessions", "id"],
      ["messages", "session_id"],
    ],
    body: ["messages", "parts"],
    load: async (...asked) => (await import("./load-session.js")).loadSession(...asked),
    says,
    // A text file that was given is stored in base64.
    encodings: [{ sign: '"mimetype":"text' }],
  });
}
