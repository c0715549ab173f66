import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStore } from "../../../scripts/cursor-store.mjs";

/** Copies a home folder and builds the databases in it from their rows. */
export function buildHome(folder: string): { path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-hermes-")));
  cpSync(folder, path, { recursive: true });
  buildStore(path);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
