import {
  addTallies,
  type Context,
  compareStrings,
  type DailyCounts,
  type SessionRef,
  type Source,
  type UnknownName,
} from "@chatexport/core";
import { unknownNamesIn } from "@chatexport/core/read";
import type { OpenReader } from "@chatexport/core/source";
import { createDatabases } from "@chatexport/sqlite";
import { type Conversation, refOf } from "./conversation/group-copies.js";
import { takeInventory } from "./list/inventory.js";
import { storesOf } from "./list/list-stores.js";
import type { ListContext } from "./locate/contexts.js";
import type { CursorOptions } from "./locate/options.js";
import { rootsOf } from "./locate/roots.js";
import { filesOf, shapesOf } from "./locate/shapes.js";
import type { StoreFiles } from "./locate/store-files.js";
import { readSidecars, type Sidecars } from "./sidecars/sidecars.js";
import { dailyCountsOf, readStatistics } from "./sidecars/statistics.js";

/** The reader, with everything that it needs; databases stay open until it is closed. */
export function createReader(options: CursorOptions): OpenReader<Conversation> {
  const databases = createDatabases();
  const { empty = false } = options;
  const withDatabases = (context: Context): ListContext => ({ ...context, databases, empty });
  /** The files and sidecars that loading needs besides the records of a conversation. */
  let environment: { files: StoreFiles; sidecars: Sidecars } | undefined;
  const environmentFor = (context: Context) => {
    if (environment) return environment;
    // Reports nothing: listing reported what cannot be read.
    const quiet = withDatabases({ ...context, report() {} });
    const shapes = shapesOf(rootsOf(options), quiet);
    environment = { files: filesOf(shapes), sidecars: readSidecars(shapes, quiet) };
    return environment;
  };
  return {
    stores: (context, { count = false } = {}) => storesOf(options, withDatabases(context), count),
    async *list(context): AsyncGenerator<SessionRef<Conversation>> {
      databases.renew();
      const inventory = await takeInventory(options, withDatabases(context));
      environment = { files: filesOf(inventory.shapes), sidecars: inventory.sidecars };
      for (const conversation of inventory.conversations) yield refOf(conversation);
    },
    async load(ref, context) {
      const { files, sidecars } = environmentFor(context);
      // Most of this package serves loading; a list is faster without it.
      const { loadConversation } = await import("./load/load-conversation.js");
      const session = await loadConversation(ref.locator, { ...context, databases, files });
      return sidecars.completeSession(session);
    },
    async mayContain(ref, words, context): Promise<boolean> {
      const { files, sidecars } = environmentFor(context);
      const { mayContain } = await import("./load/may-contain.js");
      return mayContain(ref, words, { ...context, databases, files }, sidecars);
    },
    async sizeOf({ locator }) {
      const { sizeOf } = await import("./load/size-of.js");
      return sizeOf(locator, databases);
    },
    close: () => databases.close(),
  };
}

/** The numbers that Cursor counted on each day, in all stores. */
export function dailyCounts(options: CursorOptions, context: Context): DailyCounts[] {
  return dailyCountsOf(readStatistics(options, context));
}

/** The tables, families of keys and types of records that this version does not know, from all conversations. */
export async function unknownNames(source: Source, context: Context): Promise<UnknownName[]> {
  const stores = await source.stores(context, { count: true });
  const rows = addTallies(stores.flatMap(({ unowned = {} }) => Object.values(unowned)));
  return [
    ...Object.entries(rows.unknown ?? {})
      .map(([name, count]) => ({ place: "table-or-key-family", name, count }))
      .sort((a, b) => compareStrings(a.name, b.name)),
    ...(await unknownNamesIn(source, context)),
  ];
}
