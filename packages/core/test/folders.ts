import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is gone after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file with this content, in a folder of its own. */
export function fileWith(content: string | Uint8Array): string {
  const path = join(emptyFolder(), "file");
  writeFileSync(path, content);
  return path;
}
