import { basename } from "node:path";
import { sessionDatabases } from "@chatexport/sqlite";
import { headsIn, isCrush } from "./heads.js";

/** A reader of the sessions at some places; databases stay open until it is closed. */
export function createReader() {
  return sessionDatabases({
    name: "crush",
    tool: "Crush",
    isDatabase: (path) => basename(path) === "crush.db",
    isOwn: isCrush,
    headsIn,
    tables: [
      ["sessions", "id"],
      ["messages", "session_id"],
    ],
    body: ["messages", "parts"],
    load: async (row, databases, context) =>
      (await import("./load-session.js")).loadSession(row, databases, context),
    says: "sqlite subagent bash none part The turn was interrupted. The turn failed. Todo list A damaged record USD",
    // A text file that was given is stored in base64.
    encodings: [{ sign: '"mimetype":"text' }],
  });
}
