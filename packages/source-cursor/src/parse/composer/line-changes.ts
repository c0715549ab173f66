import type { Json } from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import { fieldsOf } from "../fields.js";

/** Lines that take the place of others, those from `start` to before `end`. */
export interface Change {
  start: number;
  end: number;
  modified: string[];
  /** More is said of it. */
  isMore: boolean;
}

/** The change in an entry of `newModelDiffWrtV0`; none where it has another shape. */
export function changeOf(value: Json): Change[] {
  const change = fieldsOf(objectOf(value) ?? {});
  const range = change.object("original");
  const start = range?.number("startLineNumber") ?? 0;
  const end = range?.number("endLineNumberExclusive") ?? 0;
  const modified = change.made(linesOf, "modified");
  if (start < 1 || end < start || !modified) return [];
  return [{ start, end, modified, isMore: change.rest() !== undefined }];
}

function linesOf(value: Json): string[] | undefined {
  const lines = listOf(value);
  return lines?.every((line) => typeof line === "string") ? lines : undefined;
}

/** True when an edit says all that an entry does. */
export function isWhole(value: Json): boolean {
  return changeOf(value).some(({ isMore }) => !isMore);
}
