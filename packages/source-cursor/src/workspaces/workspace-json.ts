import { join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { objectOf, readTextFile } from "@chatexport/core/read";
import { type Location, locationOfWorkspace } from "./location.js";

/**
 * The location that a folder of `workspaceStorage` belongs to, by its `workspace.json`. A window
 * without a folder has none, which is normal.
 */
export function locationOfStorage(folder: string): Location | undefined {
  try {
    const text = readTextFile(join(folder, "workspace.json"));
    return locationOfJson(objectOf(JSON.parse(text)) ?? {});
  } catch {
    return undefined;
  }
}

/** `{ folder }`, `{ workspace }` for several folders, or `{ configuration }` as older versions wrote it. */
export function locationOfJson(json: JsonObject): Location | undefined {
  for (const uri of [json.folder, json.workspace, json.configuration]) {
    const location = locationOfWorkspace(uri);
    if (location) return location;
  }
  return undefined;
}
