import type { Json, JsonObject } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { pathOfAnyUri } from "../workspaces/uri.js";

/** A path out of a field that holds a path or a URI, as a string or in the form of VS Code. */
export function pathOf(value: Json | undefined): string | undefined {
  return pathOfAnyUri(value).path ?? textOf(value);
}

/** The first absolute path among the fields by these names, or else the first of them. */
export function pathIn(fields: JsonObject, names: readonly string[]): string | undefined {
  const paths = names.flatMap((name) => (Object.hasOwn(fields, name) ? fields[name] : []) ?? []);
  const given = paths.flatMap((path) => pathOf(path) ?? []);
  return given.find(isAbsolute) ?? given[0];
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
}
