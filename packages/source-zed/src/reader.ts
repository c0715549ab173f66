import { basename } from "node:path";
import { textOfBytes } from "@chatexport/core/read";
import { sessionDatabases } from "@chatexport/sqlite";
import { headsIn, isZed } from "./heads.js";
import { says } from "./says.js";

/** A reader of the threads at some places; databases stay open until it is closed. */
export function createReader() {
  return sessionDatabases({
    name: "zed",
    tool: "Zed",
    isDatabase: (path) => basename(path) === "threads.db",
    isOwn: isZed,
    headsIn,
    tables: [["threads", "id"]],
    body: ["threads", "data"],
    textOfBytes,
    load: async (row, databases, context) =>
      (await import("./load-thread.js")).loadThread(row, databases, context),
    says: `sqlite subagent none unknown content user assistant image/png A damaged record ${says.resumed}`,
  });
}
