import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context } from "@chatexport/core";
import { createDatabases, type Database, type Databases, type Parameter } from "@chatexport/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { refOf } from "../src/conversation/group-copies.js";
import { takeInventory } from "../src/list/inventory.js";
import { loadConversation } from "../src/load/load-conversation.js";
import { mayContain } from "../src/load/may-contain.js";
import { sizeOf } from "../src/load/size-of.js";
import { filesOf } from "../src/locate/shapes.js";
import { buildStore } from "./support/build-store.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/*
 * A database has gigabytes. A statement that is run for each conversation, or for each message, must find
 * its rows by an index: a scan would cost the square of the size.
 */
test.each(["agent-state", "bubbles", "edits", "orphans", "store-db", "subagents", "times"])(
  "no statement scans a table of rows: %s",
  async (name) => {
    const store = buildStore(join(fixtures, name, "store"));
    const plans = new Set<string>();
    const databases = explaining(createDatabases(), plans);
    onTestFinished(() => {
      databases.close();
      store.remove();
    });
    const quiet: Context = { report: () => {}, signal: new AbortController().signal };
    const { conversations, shapes, sidecars } = await takeInventory(
      { roots: [store.path] },
      { ...quiet, databases },
    );
    const reading = { ...quiet, databases, files: filesOf(shapes) };
    for (const conversation of conversations) {
      await loadConversation(conversation, reading);
      sizeOf(conversation, databases);
      await mayContain(refOf(conversation), ["unheard-of"], reading, sidecars);
    }
    expect([...plans].filter((plan) => plan.startsWith("SEARCH"))).not.toEqual([]);
    expect([...plans].filter(isScan)).toEqual([]);
  },
);

/** Of a `store.db` all blobs are read: they belong to one conversation. */
function isScan(plan: string): boolean {
  return /^SCAN (?:cursorDiskKV|ItemTable)\b/.test(plan);
}

/** Databases that add the plan of each statement to a set. */
function explaining(real: Databases, plans: Set<string>): Databases {
  const known = new Map<Database, Database>();
  return {
    close: () => real.close(),
    renew: () => real.renew(),
    open(path) {
      const database = real.open(path);
      const explained = known.get(database) ?? explainingDatabase(database, plans);
      known.set(database, explained);
      return explained;
    },
  };
}

function explainingDatabase(database: Database, plans: Set<string>): Database {
  const explain = (sql: string, parameters: Parameter[]) => {
    for (const { detail } of database.all(`EXPLAIN QUERY PLAN ${sql}`, ...parameters))
      plans.add(String(detail));
  };
  return {
    path: database.path,
    driver: database.driver,
    all(sql, ...parameters) {
      explain(sql, parameters);
      return database.all(sql, ...parameters);
    },
    get(sql, ...parameters) {
      explain(sql, parameters);
      return database.get(sql, ...parameters);
    },
    iterate(sql, ...parameters) {
      explain(sql, parameters);
      return database.iterate(sql, ...parameters);
    },
    tables: () => database.tables(),
    columns: (table) => database.columns(table),
    snapshot: (work) => database.snapshot(work),
    close: () => database.close(),
  };
}
