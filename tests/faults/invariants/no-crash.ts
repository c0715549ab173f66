import type { Diagnostic } from "@chatexport/core";
import { isTooDeep } from "../reading.js";
import type { Invariant } from "./finished.js";

/** Errors that a source may never throw, however broken its store is. */
const mistakes: ReadonlySet<string> = new Set([
  "source-failed",
  "malformed-ref",
  "unnamed-trouble",
]);

/** Nothing throws but load, and that says what is wrong with the file. */
export const nothingCrashes: Invariant = ({ after, fault }) => [
  ...after.crashes,
  ...after.diagnostics
    .filter((diagnostic) => isMistake(diagnostic, fault.isDeep === true))
    .map(({ code, session, message, cause }) => {
      const stack = cause instanceof Error ? cause.stack?.split("\n").slice(1, 6).join("\n  ") : "";
      return `${code} of ${session ?? "the source"}: ${message}\n  ${stack}`;
    }),
];

function isMistake({ code, cause }: Diagnostic, isDeep: boolean): boolean {
  if (mistakes.has(code)) return true;
  if (code !== "session-failed" || (isDeep && isTooDeep(cause))) return false;
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => cause instanceof kind);
}

/** Keys of JSON reach nothing but the object that they stand in. */
export const nothingIsPolluted: Invariant = () => {
  const names = Object.keys(Object.prototype);
  for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  return names.map((name) => `every object has a ${name} by now`);
};
