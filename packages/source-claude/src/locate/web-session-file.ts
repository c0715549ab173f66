import { attempt, readBytes } from "@chatexport/core/read";

/** True when a file holds a saved session of the web, from its first 4 KiB. Never throws. */
export function isWebSession(path: string): boolean {
  return (
    attempt(() => /^\uFEFF?\s*\{\s*"loglines"\s*:/.test(readBytes(path, 0, 4096).toString())) ??
    false
  );
}
