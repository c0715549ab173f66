import { isSecretItem, keyLabel } from "@chatexport/source-cursor/paths";
import type { Database } from "@chatexport/sqlite";
import type { Moved } from "./moved.js";
import type { RowWork } from "./row-work.js";

/** Gives rows with a key that names something that moves a new one, unless another row has that. */
export function renameKeys(
  database: Database,
  table: string,
  condition: string,
  parameters: string[],
  { moved, tell, leave, write }: RowWork,
): void {
  const rows = database.all(
    `SELECT rowid AS id, key FROM ${table} WHERE typeof(key) = 'text' AND ${condition}`,
    ...parameters,
  );
  for (const { id, key } of rows) {
    const now = String(key);
    const then = isSecretItem(now) ? undefined : movedKey(now, moved);
    if (!then) continue;
    // Cursor's tables replace the row that has the key.
    if (database.get(`SELECT 1 FROM ${table} WHERE key = ?`, then.key)) {
      leave("key-exists");
      continue;
    }
    tell(`${table} ${keyLabel(table, now)} (key)`, then.from, then.to);
    write?.({ table, rowid: Number(id), column: "key", content: then.key, isText: true });
  }
}

/** A key, and the part of it that is another one than before. */
interface MovedKey {
  key: string;
  from: string;
  to: string;
}

/** "ofsContent:<uuid>:<uri>", "inlineDiffs-<folder of workspaceStorage>", "inlineDiff:<folder>:<id>". */
function movedKey(key: string, { paths, ids }: Moved): MovedKey | undefined {
  const at = key.indexOf("file:");
  const uri = key.slice(at);
  if (at !== -1) {
    const to = paths.uri(uri);
    return to === undefined ? undefined : { key: key.slice(0, at) + to, from: uri, to };
  }
  const from = key.split(/[:.-]/).find((word) => ids.has(word));
  const to = ids.get(from ?? "");
  if (from === undefined || to === undefined) return undefined;
  return { key: key.replaceAll(from, to), from, to };
}
