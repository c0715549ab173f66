import { join } from "node:path";
import type { Json, JsonObject } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { idFields, pathFields, saidFields } from "@chatexport/source-cursor/paths";
import type { JSONPath } from "jsonc-parser";
import { editJson, textOfJson } from "../json/edit-json.js";
import type { PathMap, PathPair } from "../move/path-map.js";

/** All that gets another name. */
export interface Moved {
  /** The project's folders, and those of Cursor that are named after them. */
  paths: PathMap;
  /** Folders of `workspaceStorage` by their names, before and after. */
  ids: ReadonlyMap<string, string>;
}

/** The options of a search for names that move in a JSON text. */
export interface NameOptions {
  /** True when a text in such a field may be JSON that has such names in it. */
  isNested?(field: string): boolean;
  /** The beginning of "~/…", in JSON that has such paths. */
  home?: string;
  /** Told of each text that is replaced. */
  tell?(from: string, to: string): void;
}

/**
 * A JSON text with the names replaced that move: texts that are, as a whole, a URI, a path in a field of paths,
 * or the name of a folder of `workspaceStorage`; and names of objects that are. What people, models and tools
 * said stays, and every other byte. Undefined when nothing changes. Throws `SyntaxError` for what cannot be
 * read.
 */
export function editMovedNames(
  json: Buffer,
  moved: Moved,
  options: NameOptions,
): Buffer | undefined {
  const found: Search["found"] = new Map();
  try {
    collect(JSON.parse(textOfJson(json).text), { moved, options, found }, [], "", undefined);
  } catch (cause) {
    if (cause instanceof RangeError) throw new SyntaxError("nested too deeply", { cause });
    throw cause;
  }
  if (found.size === 0) return undefined;
  const edited = editJson(json, (path, isName) => {
    const change = found.get(keyOf(path, isName));
    // Of two fields of one name only the last was looked at.
    return change && ((text) => (text === change.from ? change.to : undefined));
  });
  return edited ?? json;
}

interface Search {
  moved: Moved;
  options: NameOptions;
  /** The texts that are replaced, by their places. */
  found: Map<string, PathPair>;
}

/**
 * `path` leads to the value, and is the same list for all of them; `field` is the name that the value has, or
 * that the list has in which it is; `parent` the object around.
 */
function collect(
  value: Json,
  search: Search,
  path: JSONPath,
  field: string,
  parent: JsonObject | undefined,
): void {
  if (typeof value === "string") {
    if (value !== "") collectText(value, search, path, field, parent);
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) {
      path.push(index);
      collect(item, search, path, field, parent);
      path.pop();
    }
  else if (typeof value === "object" && value !== null) collectFields(value, search, path);
}

function collectFields(object: JsonObject, search: Search, path: JSONPath): void {
  const given = new Set<string>();
  for (const [name, item] of Object.entries(object)) {
    path.push(name);
    const to = movedName(name, search);
    // Two fields of one name would be one.
    if (to !== undefined && !Object.hasOwn(object, to) && !given.has(to)) {
      given.add(to);
      replace(search, path, true, name, to);
    }
    if (!saidFields.has(name)) collect(item, search, path, name, object);
    path.pop();
  }
}

function collectText(
  text: string,
  search: Search,
  path: Readonly<JSONPath>,
  field: string,
  parent: JsonObject | undefined,
): void {
  const { moved, options } = search;
  const to = movedText(text, search, field, parent, path);
  if (to !== undefined) replace(search, path, false, text, to);
  else if (options.isNested?.(field) && /^\s*[{[]/.test(text)) {
    const edited = nested(text, moved, options);
    if (edited !== undefined) search.found.set(keyOf(path, false), { from: text, to: edited });
  }
}

function nested(text: string, moved: Moved, options: NameOptions): string | undefined {
  // Halves of characters cannot be written in UTF-8.
  if (/\p{Surrogate}/u.test(text)) return undefined;
  try {
    return editMovedNames(Buffer.from(text), moved, options)?.toString("utf8");
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function replace(
  search: Search,
  path: Readonly<JSONPath>,
  isName: boolean,
  from: string,
  to: string,
): void {
  search.found.set(keyOf(path, isName), { from, to });
  search.options.tell?.(from, to);
}

function movedName(name: string, { moved, options }: Search): string | undefined {
  // Most names of fields are neither.
  if (!/[\\/]/.test(name)) return isHash(name) ? moved.ids.get(name) : undefined;
  return movedUri(name, moved) ?? movedPath(name, moved, options.home);
}

function movedText(
  text: string,
  { moved, options }: Search,
  field: string,
  parent: JsonObject | undefined,
  path: Readonly<JSONPath>,
): string | undefined {
  const uri = movedUri(text, moved);
  if (uri !== undefined) return uri;
  if (isHash(text) || isId(field, path)) return moved.ids.get(text);
  // The paths of a remote machine are written as those of this one, with another scheme beside them.
  if (!pathFields.has(field) || (textOf(parent?.scheme) ?? "file") !== "file") return undefined;
  return movedPath(text, moved, options.home);
}

/** The new place of a path; also of one that begins with "~", as `storage.json` has them. */
function movedPath(text: string, { paths }: Moved, home: string | undefined): string | undefined {
  if (home === undefined || !/^~[\\/]/.test(text)) return paths.path(text);
  const to = paths.path(join(home, text.slice(2)));
  const isBelow = to?.startsWith(home) && /^[\\/]/.test(to.slice(home.length));
  return to !== undefined && isBelow ? `~${to.slice(home.length)}` : to;
}

function movedUri(text: string, { paths }: Moved): string | undefined {
  return /^file:/i.test(text) ? paths.uri(text) : undefined;
}

function isId(field: string, path: Readonly<JSONPath>): boolean {
  return idFields.own.has(field) || (field === "id" && idFields.parents.has(String(path.at(-2))));
}

/** No other text of Cursor's looks like the MD5 that a folder of `workspaceStorage` is named after. */
function isHash(text: string): boolean {
  return text.length === 32 && /^[0-9a-f]+$/.test(text);
}

function keyOf(path: Readonly<JSONPath>, isName: boolean): string {
  return `${isName}\0${path.join("\0")}`;
}
