import { basename } from "node:path";
import { sessionDatabases } from "@chatexport/sqlite";
import { filesAt, headsIn, isGoose } from "./heads.js";

/** A reader of the sessions at some places; databases stay open until it is closed. */
export function createReader() {
  return sessionDatabases({
    name: "goose",
    tool: "Goose",
    isDatabase: (path) => basename(path) === "sessions.db",
    isOwn: isGoose,
    headsIn,
    tables: [
      ["sessions", "id"],
      ["messages", "session_id"],
    ],
    body: ["messages", "content_json"],
    filesAt,
    load: async (row, databases, context) =>
      (await import("./load-session.js")).loadSession(row, databases, context),
    says: "sqlite jsonl subagent unknown none content user assistant The tool asked for something. A damaged record USD",
  });
}
