import type { JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";

/** What the row of a composer holds. */
export type StoredComposer =
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
