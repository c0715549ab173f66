import { basename } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { textOfBytes } from "@chatexport/core/read";
import { sessionDatabases } from "@chatexport/sqlite";
import { toldOf } from "./heads.js";
import { placesOf } from "./places.js";
import { says } from "./says.js";

/** A reader of the threads; databases stay open until it is closed. */
export function createReader(given: SourceOptions) {
  return sessionDatabases({
    name: "zed",
    tool: "Zed",
    placesOf: () => placesOf(given),
    isDatabase: (path) => basename(path) === "threads.db",
    columns: ["threads.summary", "threads.updated_at", "threads.data_type", "threads.data"],
    toldOf,
    tables: [["threads", "id"]],
    body: ["threads", "data"],
    textOfBytes,
    load: async (...asked) => (await import("./load-thread.js")).loadThread(...asked),
    says,
  });
}
