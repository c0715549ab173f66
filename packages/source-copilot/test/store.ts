import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildStore } from "../../../scripts/cursor-store.mjs";

/** The folder of the fixtures. */
export const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** Copies the store of a fixture into a folder of its own, with its databases built. */
export function storeOf(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "chatexport-copilot-"));
  cpSync(join(fixtures, name, "store"), path, { recursive: true });
  buildStore(path);
  return { path, remove: () => rmSync(path, { recursive: true }) };
}
