import { basename } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { sessionDatabases } from "@chatexport/sqlite";
import { headsIn, isCrush } from "./heads.js";
import { placesOf } from "./places.js";

/** A reader of the sessions; databases stay open until it is closed. */
export function createReader(given: SourceOptions) {
  const databases = sessionDatabases({
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
  return {
    ...databases,
    stores: (context: Context) =>
      databases.stores(
        placesOf(given, () => {}),
        context,
      ),
    list: (context: Context) => databases.list(placesOf(given, context.report), context),
  };
}
