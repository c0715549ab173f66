import { basename, dirname } from "node:path";
import { type JsonObject, present } from "@chatexport/core";
import { wordOf } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import type { ComposerHead } from "../composer/head.js";
import { latestOf } from "../composer/times.js";
import type { Copy } from "../copy.js";
import {
  type Clues,
  folderAroundFiles,
  isPlaced,
  referenceOf,
  repositoryOf,
  type Surroundings,
} from "../workspaces/resolve.js";
import type { IndexEntry } from "./composer-index.js";
import type { Found } from "./found.js";

/** What the indexes say, by id in lower case; the more reliable index first. */
export type ComposerIndex = ReadonlyMap<string, readonly IndexEntry[]>;

/** Of the keys of composers in `cursorDiskKV`. */
export const composerPrefix = "composerData:";

/** A composer as it is stored. */
export interface Row {
  id: string;
  rowid: number;
  /** Of a long row only what listing looks at. */
  data: JsonObject;
  /** All of it. */
  whole(): JsonObject;
}

/** A composer whose JSON and keys were looked at. */
export interface SeenRow extends Row {
  head: ComposerHead;
  bubbles: Extent;
}

/** How many rows there are of a kind, and the number of the newest. */
interface Extent {
  count: number;
  newest: number;
}

/** What else tells about composers. */
export interface Around {
  index: ComposerIndex;
  surroundings: Surroundings;
}

/** What listing tells of a composer, with the shape of most. */
export function foundComposer(
  row: SeenRow,
  rows: KeyValues,
  { index, surroundings }: Around,
): Found {
  const { id, data, head } = row;
  const entries = index.get(id.toLowerCase()) ?? [];
  const base = baseOf(row, head, entries);
  const revision = revisionOf(row, base, rows);
  const clues: Clues = present({
    id,
    row: entries.find(({ from }) => from === "table")?.workspace,
    own: referenceOf(data.workspaceIdentifier),
    entry: entries.find(({ from }) => from === "heads")?.workspace,
    storage: surroundings.storages.get(basename(dirname(rows.path))),
    parentId: base.parent?.sessionId,
    repository: repositoryOf(data),
  });
  if (!isPlaced(clues, surroundings)) {
    const folder = folderAroundFiles(row.whole(), surroundings.folders);
    if (folder) clues.around = folder;
  }
  return { copy: { ...base, format: "cursor/bubbles", path: rows.path, revision }, clues };
}

function baseOf(
  { id }: Row,
  head: ComposerHead,
  entries: readonly IndexEntry[],
): Omit<Copy, "format" | "path" | "revision"> {
  const fromIndex = <Field extends keyof IndexEntry>(field: Field) =>
    entries.find((entry) => entry[field] !== undefined)?.[field];
  const generated = head.titleFrom ? head.title : fromIndex("title");
  const children = new Set([head.children, ...entries.map((entry) => entry.children)].flat());
  return present({
    id,
    key: `${composerPrefix}${id}`,
    title: generated ?? head.title,
    titleFrom: generated === undefined ? undefined : ("generated" as const),
    startedAt: head.startedAt ?? fromIndex("startedAt"),
    updatedAt: latestOf([head.updatedAt, ...entries.map(({ updatedAt }) => updatedAt)]),
    archived: head.archived || entries.some(({ archived }) => archived) || undefined,
    branch: head.branch ?? fromIndex("branch"),
    parent: head.parent ?? fromIndex("parent"),
    children: children.size > 0 ? [...children] : undefined,
  });
}

/** From the index of the database alone: a row that is written anew gets a new number. */
function revisionOf(
  { id, rowid, data, bubbles }: SeenRow,
  { title, archived }: Pick<Copy, "title" | "archived">,
  rows: KeyValues,
): string {
  const others = ["codeBlockDiff", "messageRequestContext"].map((family) =>
    rows.extent(`${family}:${id}:`),
  );
  const extents = [bubbles, ...others].map(({ count, newest }) => `${count}-${newest}`);
  const updatedAt = wordOf(data.lastUpdatedAt ?? "");
  return [updatedAt, rowid, ...extents, archived ?? false, title ?? ""].join(".");
}
