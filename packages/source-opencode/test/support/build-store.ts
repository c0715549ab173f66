import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStore as buildDatabases } from "../../../../scripts/opencode-store.mjs";

/** A store in a temporary folder, built from a fixture. */
export interface BuiltStore {
  path: string;
  remove(): void;
}

/** Copies a folder and replaces each NAME.rows.json in it by the database NAME. */
export function buildStore(folder: string): BuiltStore {
  // With links resolved, as the reader may write paths.
  const path = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-opencode-")));
  cpSync(folder, path, { recursive: true });
  buildDatabases(path);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
