import type { Reading } from "../reading.js";

/** Codes which tell that nothing, or not all, of a file was read. */
const codes: ReadonlySet<string> = new Set([
  "damaged-database",
  "empty-transcript",
  "foreign-file",
  "line-without-session",
  "lone-helper",
  "malformed-export",
  "malformed-session",
  "malformed-sidecar",
  "malformed-web-session",
  "newer-schema",
  "other-tool",
  "unreadable-copy",
  "unreadable-database",
  "unreadable-dialect",
  "unreadable-file",
  "unreadable-folder",
]);

/** Tells if a report says that a file, or more than a record of it, was left out. */
export function wholeFile({ diagnostics }: Reading, path: string): boolean {
  return diagnostics.some(
    ({ code, origin }) =>
      codes.has(code) &&
      origin?.path !== undefined &&
      (path === origin.path || path.startsWith(`${origin.path}/`)),
  );
}
