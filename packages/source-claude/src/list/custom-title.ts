import { lstatSync } from "node:fs";
import { join } from "node:path";
import { textOf } from "@chatexport/core/read";
import { readJsonFile } from "../files/json-file.js";
import type { TranscriptFile } from "../locate/contents.js";

const largest = 64 * 1024;

/**
 * The title that the user gave a session, from `custom-title.json` in its own folder (September 2026).
 * A title in the transcript itself comes before it.
 */
export function customTitle({ companions, folder }: TranscriptFile): string | undefined {
  const path = join(folder, "custom-title.json");
  const file = companions.find((companion) => companion.path === path);
  return file && isOwn(path) ? textOf(readJsonFile(file, largest)?.customTitle) : undefined;
}

/** Links in a session's own folder are not followed. */
function isOwn(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}
