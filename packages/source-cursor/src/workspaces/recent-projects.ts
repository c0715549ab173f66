import { nonEmpty } from "@chatexport/core";
import { objectOf, objectsOf } from "@chatexport/core/read";
import { type Database, keyValues, textOfValue } from "@chatexport/sqlite";
import { recentlyOpened } from "../rows/keys.js";
import { jsonObjectOf } from "../values/json-text.js";
import { pathOfAnyUri, textOfUri } from "../values/uri.js";

/** The folders and workspaces that an editor's window opened lately, the last one first (VS Code); URIs where they are remote. */
export function recentProjects(database: Database): string[] | undefined {
  const value = keyValues(database, "ItemTable")?.value(recentlyOpened);
  const { entries } = jsonObjectOf(value && textOfValue(value)) ?? {};
  const found = objectsOf(entries).flatMap(({ folderUri, workspace }) => {
    const uri = folderUri ?? objectOf(workspace)?.configPath;
    const { path, remote } = pathOfAnyUri(uri);
    return (remote === undefined ? path : textOfUri(uri)) ?? [];
  });
  return nonEmpty([...new Set(found)]);
}
