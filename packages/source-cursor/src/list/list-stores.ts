import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  addTallies,
  contextFor,
  type Diagnostic,
  defined,
  nonEmpty,
  present,
  type Store,
  total,
} from "@chatexport/core";
import { attempt, groupBy, isInside } from "@chatexport/core/read";
import { keyValues, textOfValue } from "@chatexport/sqlite";
import type { Copy } from "../conversation/copy.js";
import type { Conversation } from "../conversation/group-copies.js";
import type { ListContext } from "../locate/contexts.js";
import { trackingDatabase } from "../locate/file-names.js";
import { statOf } from "../locate/folders.js";
import type { CursorOptions } from "../locate/options.js";
import { rootsOf } from "../locate/roots.js";
import { recentlyOpened } from "../rows/keys.js";
import { filled, jsonObjectOf } from "../values/json-text.js";
import { pathOfAnyUri, textOfUri } from "../values/uri.js";
import { countAllRows, countEditorRows, type UnownedRows } from "./count-rows.js";
import { recentUris } from "./index-rows.js";
import { type Inventory, takeInventory } from "./inventory.js";
import { storesIn } from "./list-chats.js";

/** All stores, and what does not exist. With `count` the rows of each database that no session counts. */
export async function storesOf(
  options: CursorOptions,
  context: ListContext,
  count: boolean,
): Promise<Store[]> {
  // Listing reports problems; here they only tell which store cannot be read.
  const problems: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void problems.push(diagnostic);
  const told = contextFor({ report, signal: context.signal }, {});
  const quiet: ListContext = { ...context, ...told, isQuiet: true };
  const inventory = await takeInventory(options, quiet);
  const copies = inventory.conversations.flatMap(allCopies);
  const stores = storePaths(inventory).map((store) => {
    const problem = problems.find(
      ({ severity, origin }) =>
        severity === "error" && origin?.path === store.path && origin.at === undefined,
    );
    const own = copies.filter(({ path }) => isInside(path, store.path));
    const readable = problem === undefined || own.length > 0;
    const unowned = count && readable ? unownedRows(store, own, inventory, quiet) : undefined;
    const isUnknown = Object.values(unowned ?? {}).some(({ unknown }) => total(unknown) > 0);
    // The database of a workspace has had no conversations since 0.45.
    const isOfWorkspace = basename(dirname(dirname(store.path))) === "workspaceStorage";
    return defined({
      ...store,
      found: true,
      readable,
      reason: readable ? undefined : problem?.message,
      ...contentOf(own),
      bytes: bytesOf(store, own),
      isUnknownLayout: (own.length === 0 && isUnknown && !isOfWorkspace) || undefined,
      unowned,
      recentProjects: count && readable ? recentProjects(store, quiet) : undefined,
    });
  });
  return [...stores, ...emptyPlaces(options, stores, problems)];
}

/** Sub-agents count as sessions here: what lies in a database is asked, not what belongs together. */
function contentOf(copies: readonly Copy[]): Pick<Store, "sessions" | "formats"> {
  const ids = (of: readonly Copy[]) => new Set(of.map(({ id }) => id.toLowerCase())).size;
  const formats = [...groupBy(copies, ({ format }) => format)].map(
    ([format, group]) => [format, ids(group)] as const,
  );
  return defined({ sessions: ids(copies), formats: filled(Object.fromEntries(formats)) });
}

/** The size of a database with its `-wal`; of another store the sum over its copies. */
function bytesOf(
  { path, format }: Pick<Store, "path" | "format">,
  copies: readonly Copy[],
): number | undefined {
  const sizes =
    format === "cursor/database"
      ? [path, `${path}-wal`].map((file) => statOf(file)?.size)
      : copies.map(({ bytes }) => bytes);
  return sizes.length === 0 ? undefined : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

function allCopies({ copies, subagents }: Conversation): Copy[] {
  return [...copies, ...subagents.flatMap(allCopies)];
}

function storePaths({ shapes, databases }: Inventory): Pick<Store, "path" | "format">[] {
  const others = shapes.filter(({ kind }) => kind !== "user-folder" && kind !== "database");
  return [
    ...databases.map((path) => ({ path, format: "cursor/database" })),
    ...others.map(({ path, kind }) => ({ path, format: `cursor/${kind}` })),
  ];
}

/** A count never hides what could be read: what cannot be is left out, and listing told why. */
function unownedRows(
  { path, format }: Pick<Store, "path" | "format">,
  copies: readonly Copy[],
  { omitted, unnamedPlans }: Inventory,
  context: ListContext,
): UnownedRows | undefined {
  const { databases } = context;
  try {
    if (format === "cursor/database") return countEditorRows(databases.open(path), copies, omitted);
    if (format === "cursor/transcripts") return undefined;
    const used = new Set(copies.map((copy) => copy.path));
    const empty = storesIn(path, 4, context).filter((store) => !used.has(store));
    const tracking = join(path, trackingDatabase);
    const counts = empty.map((store) => countAllRows(databases.open(store), "empty", storeTables));
    if (existsSync(tracking)) counts.push(countAllRows(databases.open(tracking), "statistics"));
    const plans = unnamedPlans().filter(
      (plan) => isInside(plan.path, path) && !used.has(plan.path),
    );
    const { length: read } = plans;
    if (read > 0) counts.push({ plans: { read, kept: 0, skipped: { plan: read } } });
    const families = [...new Set(counts.flatMap((count) => Object.keys(count)))].sort();
    const sum = (family: string) => addTallies(counts.flatMap((count) => count[family] ?? []));
    return Object.fromEntries(families.map((family) => [family, sum(family)]));
  } catch {
    return undefined;
  }
}

/** The folders and workspaces that the editor opened lately, the last one first (VS Code); URIs where they are remote. */
function recentProjects(
  { path, format }: Pick<Store, "path" | "format">,
  { databases }: ListContext,
): string[] | undefined {
  if (format !== "cursor/database") return undefined;
  return attempt(() => {
    const value = keyValues(databases.open(path), "ItemTable")?.value(recentlyOpened);
    const found = recentUris(jsonObjectOf(value && textOfValue(value))).flatMap((uri) => {
      const { path, remote } = pathOfAnyUri(uri);
      return (remote === undefined ? path : textOfUri(uri)) ?? [];
    });
    return nonEmpty([...new Set(found)]);
  });
}

/** The tables of a `store.db`. */
const storeTables: ReadonlySet<string> = new Set(["blobs", "meta"]);

/** Places at which nothing of Cursor's was found. */
function emptyPlaces(
  options: CursorOptions,
  stores: readonly Store[],
  problems: readonly Diagnostic[],
): Store[] {
  return rootsOf(options).flatMap(({ path }): Store[] => {
    if (stores.some((store) => isInside(store.path, path))) return [];
    const found = existsSync(path);
    const reason = problems.find(({ origin }) => origin?.path === path)?.message;
    const readable = found && reason === undefined;
    return [present({ path, format: "cursor", found, readable, reason, sessions: 0 })];
  });
}
