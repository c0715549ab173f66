import { basename, dirname } from "node:path";
import { defined, type JsonObject, nonEmpty, present } from "@chatexport/core";
import { objectOf, wordOf } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import type { Copy, UnlocatedCopy } from "../conversation/copy.js";
import { bestHead } from "../conversation/head.js";
import type { ComposerHead } from "../parse/composer/composer-data.js";
import { wordsOf } from "../values/lists.js";
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

/** What the indexes and the rest of the store know of composers. */
export interface CopyContext {
  index: ComposerIndex;
  known: StoreLocations;
}

/** The copy of a composer; the caller corrects its format where it is not "cursor/bubbles". */
export function foundComposer(
  row: ComposerRow,
  head: ComposerHead,
  bubbles: ReturnType<KeyValues["extent"]>,
  rows: KeyValues,
  { index, known }: CopyContext,
): UnlocatedCopy {
  const { id, rowid, data } = row;
  const entries = index.get(id.toLowerCase()) ?? [];
  const best = bestHead([head, ...entries]);
  const others = ["codeBlockDiff", "messageRequestContext"].map((family) =>
    rows.extent(`${family}:${id}:`),
  );
  const extents = [bubbles, ...others].map(({ count, newest }) => `${count}-${newest}`);
  const copy: Copy = present({
    id,
    format: "cursor/bubbles",
    path: rows.path,
    key: `${composerPrefix}${id}`,
    ...best,
    children: nonEmpty([...new Set([head, ...entries].flatMap(({ children }) => children))]),
    // Made from the index of the table alone: a row that is written anew gets a new number.
    revision: [
      wordOf(data.lastUpdatedAt ?? ""),
      rowid,
      ...extents,
      best.archived ?? false,
      best.title ?? "",
    ].join("."),
  });
  const clues: Clues = present({
    id,
    row: entries.find(({ from }) => from === "table")?.workspace,
    own: referenceOf(data.workspaceIdentifier),
    entry: entries.find(({ from }) => from === "heads")?.workspace,
    storage: known.storages.get(basename(dirname(rows.path))),
    parentId: best.parent?.sessionId,
    repository: repositoryOf(data),
  });
  if (isLocated(clues, known)) return { copy, clues };
  const around = folderAroundFiles(row.whole(), known.folders);
  return { copy, clues: { ...clues, ...defined({ around }) } };
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
  const whole = () => {
    const stored = wholeComposer(rows, key);
    return stored.kind === "composer" ? stored.data : {};
  };
  return { kind: "composer", data, whole };
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

const listedFields = wordsOf(`name subtitle text createdAt lastUpdatedAt isArchived isDraft
  createdOnBranch activeBranch gitWorktree trackedGitRepos workspaceIdentifier parentComposerId
  subagentInfo subagentComposerIds subComposerIds conversation conversationMap conversationState`);

const listedPaths = ["fullConversationHeadersOnly[0]", ...listedFields].map(
  (field) => `$.${field}`,
);
