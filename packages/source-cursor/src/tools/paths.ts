import type { JsonObject } from "@chatexport/core";
import { pathOf } from "../composer/uri-path.js";

/** The first absolute path among the fields by these names, or else the first of them. */
export function pathIn(fields: JsonObject, names: readonly string[]): string | undefined {
  const paths = names.flatMap((name) => (Object.hasOwn(fields, name) ? fields[name] : []) ?? []);
  const given = paths.flatMap((path) => pathOf(path) ?? []);
  return given.find(isAbsolute) ?? given[0];
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
}
