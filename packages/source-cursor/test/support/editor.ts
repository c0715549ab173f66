import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic, Json } from "@chatexport/core";
import { createDatabases } from "@chatexport/sqlite";
import { expect, onTestFinished } from "vitest";
import { type ColumnValue, writeDatabase } from "../../../sqlite/test/support/databases.js";
import type { Copy } from "../../src/conversation/copy.js";
import { type EditorListing, listUserFolder } from "../../src/list/user-folder.js";
import type { ListContext } from "../../src/locate/contexts.js";

/** Rows by their keys. */
export type Rows = Record<string, Json | undefined>;

/** The contents of a database of the editor. */
export interface Contents {
  items?: Rows;
  rows?: Rows;
  headers?: Record<string, ColumnValue>[];
}

/** The folder of the global database. */
export const global = "globalStorage";
/** The folder of a workspace's database. */
export const workspace = (hash: string) => `workspaceStorage/${hash}`;
/** A folder that somebody worked in, and what listing says of it. */
export const shop = "file:///home/mira/shop";
/** As listing tells it. */
export const inShop = {
  cwd: "/home/mira/shop",
  project: { name: "shop", path: "/home/mira/shop" },
};

/** A `User` folder with databases by the folder that they lie in, and `workspace.json` files by theirs. */
export function userFolder(
  databases: Record<string, Contents>,
  folders: Record<string, string> = {},
): string {
  const user = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(user, { recursive: true, force: true }));
  for (const [folder, contents] of Object.entries(databases))
    write(join(user, folder, "state.vscdb"), contents);
  for (const [hash, folder] of Object.entries(folders)) {
    const path = join(user, workspace(hash), "workspace.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ folder }));
  }
  return user;
}

/** Writes a database of the editor. */
export function write(path: string, { items = {}, rows = {}, headers }: Contents): void {
  writeDatabase(path, {
    ItemTable: { rows: rowsOf(items) },
    cursorDiskKV: { rows: rowsOf(rows) },
    ...(headers && { composerHeaders: { rows: headers } }),
  });
}

/** Strings stay, so that a test can write what is no JSON; the rest becomes JSON. */
function rowsOf(rows: Rows): ColumnValue[][] {
  return Object.entries(rows).map(([key, value]) => [
    key,
    value === null || typeof value === "string" ? value : JSON.stringify(value),
  ]);
}

/** The sessions in a `User` folder. */
export function list(
  user: string,
  dotFolders: string[] = [],
  reported: Diagnostic[] = [],
): EditorListing {
  return listUserFolder(user, dotFolders, contextFor(reported));
}

/** The context for listing; its databases are closed after the test. */
export function contextFor(reported: Diagnostic[], databases = createDatabases()): ListContext {
  onTestFinished(() => databases.close());
  const signal = new AbortController().signal;
  return { databases, report: (diagnostic) => reported.push(diagnostic), signal };
}

/** The only copy that was found. */
export function only(listing: EditorListing): Copy {
  expect(listing.copies).toHaveLength(1);
  return listing.copies[0] as Copy;
}

/** The time when the conversations of these tests began, in ms since 1970. */
export const createdAt = Date.parse("2026-02-11T20:00:00.000Z");
/** The same in UTC. */
export const startedAt = "2026-02-11T20:00:00.000Z";
/** A time that many minutes later. */
export const later = (minutes: number) => new Date(createdAt + minutes * 60_000).toISOString();

/** A composer with one bubble in a row of its own. */
export function composer(id: string, more: Record<string, Json> = {}): Rows {
  const headers = [{ bubbleId: "b1", type: 1 }];
  return {
    [`composerData:${id}`]: {
      composerId: id,
      createdAt,
      fullConversationHeadersOnly: headers,
      ...more,
    },
    [`bubbleId:${id}:b1`]: { type: 1, text: "Add a basket" },
  };
}
