import type { FilePart, Json, JsonObject } from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import { contextReaders } from "./context-items.js";

/*
 * What a person, or Cursor for him, put beside a prompt. The same lists stand in `context` of a bubble
 * or composer, on a bubble itself (1.0 on), and on a bubble of the old chat pane.
 */

/** The files, selections and other pieces of context in some records, each once. */
export function attachedParts(...records: readonly (JsonObject | undefined)[]): FilePart[] {
  const parts: FilePart[] = [];
  const seen = new Set<string>();
  for (const record of records) {
    if (!record) continue;
    for (const field in contextReaders) {
      const list = listOf(record[field]);
      if (!list || list.length === 0) continue;
      const read = contextReaders[field];
      for (const item of list) {
        const part = read?.(objectOf(item) ?? textObject(item));
        if (!part) continue;
        const key = keyOf(part);
        if (!seen.has(key)) parts.push(part);
        seen.add(key);
      }
    }
  }
  return withoutCovered(parts);
}

/** The lists of context that are not files, under Cursor's names; only those that hold something. */
export function otherContext(
  ...records: readonly (JsonObject | undefined)[]
): JsonObject | undefined {
  const result: JsonObject = {};
  for (const record of records)
    for (const field of otherFields) {
      const value = record?.[field];
      if (value === true || (listOf(value)?.length ?? 0) > 0) result[field] ??= value as Json;
    }
  for (const record of records) {
    const mentions = objectOf(record?.mentions);
    if (!mentions) continue;
    for (const field of mentionFields)
      if ((listOf(mentions[field])?.length ?? 0) > 0) result[field] ??= true;
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

const otherFields = [
  "selectedCommits",
  "commits",
  "selectedPullRequests",
  "pullRequests",
  "gitDiffs",
  "composers",
  "useWeb",
] as const;

const mentionFields = [
  "gitDiff",
  "gitDiffFromBranchToMain",
  "usesCodebase",
  "useWeb",
  "useLinterErrors",
] as const;

/** An item that is only text (a path, a name) as an object that the readers know. */
function textObject(item: Json): JsonObject {
  return typeof item === "string" ? { text: item, path: item } : {};
}

function keyOf({ path, url, name, range, text }: FilePart): string {
  const place = path ?? url ?? `${name}:${text}`;
  return JSON.stringify([place, range?.start, range?.end]);
}

/** Without files that are only named although their content stands beside them. */
function withoutCovered(parts: FilePart[]): FilePart[] {
  const shown = new Set<string>();
  for (const { path, text } of parts) if (path !== undefined && text !== undefined) shown.add(path);
  if (shown.size === 0) return parts;
  return parts.filter(({ path, missing }) => missing === undefined || !shown.has(path ?? ""));
}
