import { type Json, type JsonObject, nonEmpty } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { jsonObjectOf } from "../json-text.js";

/**
 * What Cursor sent with a prompt, from a row `messageRequestContext:ID:…`, under Cursor's names and
 * without what is empty: rules, state of the repository, terminals, todos, errors of linters, folders
 * whose layout was sent (only their root). Undefined when nothing is left, as in most rows.
 */
export function requestContext(row: JsonObject): JsonObject | undefined {
  const result: JsonObject = {};
  for (const field of fields) {
    const value = row[field];
    if (isFilled(value)) result[field] = value;
  }
  const layouts = nonEmpty((listOf(row.projectLayouts) ?? []).flatMap((layout) => rootOf(layout)));
  if (layouts) result.projectLayouts = layouts;
  return Object.keys(result).length > 0 ? result : undefined;
}

const fields = [
  "cursorRules",
  "gitStatusRaw",
  "terminalFiles",
  "todos",
  "multiFileLinterErrors",
  "knowledgeItems",
  "summarizedComposers",
  "attachedFoldersListDirResults",
] as const;

function isFilled(value: Json | undefined): value is Json {
  if (value === undefined || value === null || value === "") return false;
  return listOf(value)?.length !== 0 && !isEmptyObject(value);
}

function isEmptyObject(value: Json): boolean {
  const object = objectOf(value);
  return object !== undefined && Object.keys(object).length === 0;
}

/** A layout is an object or JSON in a string, now and then inside `listDirV2Result`. */
function rootOf(layout: Json): string[] {
  const object = jsonObjectOf(layout);
  const tree =
    objectOf(objectOf(object?.listDirV2Result)?.directoryTreeRoot) ??
    objectOf(object?.directoryTreeRoot);
  const root = textOf(object?.rootPath) ?? textOf(object?.absPath) ?? textOf(tree?.absPath);
  return root === undefined ? [] : [root];
}
