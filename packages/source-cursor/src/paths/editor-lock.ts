import { dirname, join } from "node:path";
import { readTextFile } from "@chatexport/core/read";

/** A running editor, by the file in which it leaves its process id. */
export interface EditorLock {
  path: string;
  processId: number;
}

/**
 * The process id that an editor wrote into `code.lock` beside its `User` folder (VS Code 1.70 on); undefined
 * without one. The process may have ended without removing it.
 */
export function editorLock(userFolder: string): EditorLock | undefined {
  const path = join(dirname(userFolder), "code.lock");
  try {
    const text = readTextFile(path).trim();
    const processId = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    return processId > 0 ? { path, processId } : undefined;
  } catch {
    return undefined;
  }
}
