import type { Json } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { pathOfAnyUri } from "../workspaces/uri.js";

/**
 * The path of a file from what Cursor writes for one: a URI as an object or as text, or a path, which
 * may be relative to the workspace. Of a remote file it is the path on that machine.
 */
export function pathOf(uri: Json | undefined): string | undefined {
  return pathOfAnyUri(uri).path ?? textOf(uri);
}

/** The last segment of a path of any system. */
export function nameOf(path: string | undefined): string | undefined {
  return textOf(path?.split(/[\\/]/).findLast((segment) => segment !== ""));
}
