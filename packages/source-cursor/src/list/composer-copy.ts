import { basename, dirname } from "node:path";
import { type JsonObject, present } from "@chatexport/core";
import { objectOf, wordOf } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import type { Copy, UnlocatedCopy } from "../conversation/copy.js";
import { bestHead } from "../conversation/head.js";
import type { ComposerHead } from "../parse/composer/composer-data.js";
import {
  type Clues,
  folderAroundFiles,
  isLocated,
  referenceOf,
  repositoryOf,
  type StoreLocations,
} from "../workspaces/resolve-location.js";
import type { IndexEntry } from "./index-entries.js";

/** What the indexes say, by id in lower case; the more reliable index first. */
export type ComposerIndex = ReadonlyMap<string, readonly IndexEntry[]>;

/** The prefix of the keys of composers in `cursorDiskKV`. */
export const composerPrefix = "composerData:";

/** A composer as it is stored. */
export interface ComposerRow {
  id: string;
  rowid: number;
  /** The fields that listing needs; a long row has more. */
  data: JsonObject;
  /** All of it. */
  whole(): JsonObject;
}

/** A composer whose JSON and keys were looked at. */
interface InspectedComposer extends ComposerRow {
  head: ComposerHead;
  bubbles: Extent;
}

/** How many rows there are of a kind, and the number of the newest. */
interface Extent {
  count: number;
  newest: number;
}

/** What the indexes and the rest of the store know of composers. */
export interface CopyContext {
  index: ComposerIndex;
  known: StoreLocations;
}

/** The copy of a composer; the caller corrects its format where it is not "cursor/bubbles". */
export function foundComposer(
  row: InspectedComposer,
  rows: KeyValues,
  { index, known }: CopyContext,
): UnlocatedCopy {
  const { id, data, head } = row;
  const entries = index.get(id.toLowerCase()) ?? [];
  const base = baseOf(row, head, entries);
  const revision = revisionOf(row, base, rows);
  const clues: Clues = present({
    id,
    row: entries.find(({ from }) => from === "table")?.workspace,
    own: referenceOf(data.workspaceIdentifier),
    entry: entries.find(({ from }) => from === "heads")?.workspace,
    storage: known.storages.get(basename(dirname(rows.path))),
    parentId: base.parent?.sessionId,
    repository: repositoryOf(data),
  });
  if (!isLocated(clues, known)) {
    const folder = folderAroundFiles(row.whole(), known.folders);
    if (folder) clues.around = folder;
  }
  return { copy: { ...base, format: "cursor/bubbles", path: rows.path, revision }, clues };
}

function baseOf(
  { id }: ComposerRow,
  head: ComposerHead,
  entries: readonly IndexEntry[],
): Omit<Copy, "format" | "path" | "revision"> {
  const children = new Set([head.children, ...entries.map((entry) => entry.children)].flat());
  return present({
    id,
    key: `${composerPrefix}${id}`,
    ...bestHead([head, ...entries]),
    children: children.size > 0 ? [...children] : undefined,
  });
}

/** Made from the index of the table alone: a row that is written anew gets a new number. */
function revisionOf(
  { id, rowid, data, bubbles }: InspectedComposer,
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

/** What the row of a composer holds. */
type StoredComposer =
  | { kind: "composer"; data: JsonObject; whole(): JsonObject }
  | { kind: "deleted" }
  | { kind: "malformed"; cause: unknown };

/**
 * A composer with the fields that listing looks at. The others are most of a row: what the files
 * held that it touched, and the list of its bubbles, of which only the first is in `data`.
 */
export function listedComposer(rows: KeyValues, key: string): StoredComposer {
  const found = rows.extract(key, listedPaths);
  const [header = null, ...values] = found ?? [];
  // The title may be that of a prompt further on.
  if (!found || (header !== null && objectOf(header)?.type !== 1)) return wholeComposer(rows, key);
  const data: JsonObject = header === null ? {} : { fullConversationHeadersOnly: [header] };
  for (const [index, field] of listedFields.entries()) {
    const value = values[index] ?? null;
    if (value !== null) data[field] = value;
  }
  return { kind: "composer", data, whole: () => dataOf(wholeComposer(rows, key)) };
}

/** A composer with all of its fields. */
export function wholeComposer(rows: KeyValues, key: string): StoredComposer {
  const value = rows.value(key);
  if (value.kind === "null" || value.kind === "missing") return { kind: "deleted" };
  if (value.kind === "unreadable") return { kind: "malformed", cause: value.cause };
  try {
    const data = objectOf(JSON.parse(textOfValue(value) ?? ""));
    if (data) return { kind: "composer", data, whole: () => data };
    return { kind: "malformed", cause: new SyntaxError("not an object") };
  } catch (cause) {
    return { kind: "malformed", cause };
  }
}

function dataOf(stored: StoredComposer): JsonObject {
  return stored.kind === "composer" ? stored.data : {};
}

const listedFields = [
  "name",
  "subtitle",
  "text",
  "createdAt",
  "lastUpdatedAt",
  "isArchived",
  "isDraft",
  "createdOnBranch",
  "activeBranch",
  "gitWorktree",
  "trackedGitRepos",
  "workspaceIdentifier",
  "parentComposerId",
  "subagentInfo",
  "subagentComposerIds",
  "subComposerIds",
  "conversation",
  "conversationMap",
  "conversationState",
] as const;

const listedPaths = [
  "$.fullConversationHeadersOnly[0]",
  ...listedFields.map((field) => `$.${field}`),
];
