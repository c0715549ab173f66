import type { Origin } from "./model.js";

/**
 * A condition that the user may want to know: what is wrong, where, and what can be done. It
 * quotes places, never content. docs/diagnostics.md explains each code.
 */
export interface Diagnostic {
  /** An error lost something that was asked for; a warning may have; an info did not. */
  severity: "error" | "warning" | "info";
  /** In kebab-case, stable. */
  code: string;
  /** One sentence for the user. */
  message: string;
  origin?: Origin;
  cause?: unknown;
  /** Name of the source, set by the engine. */
  source?: string;
  /** Id of the session, set by the engine. */
  session?: string;
}

/** The code of an error of the system, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The message of anything that was thrown; of a system error without the path it ends with. */
export function messageOf(error: unknown): string {
  try {
    const text = String(error instanceof Error ? error.message : error);
    return error instanceof Error && "syscall" in error
      ? text.replace(/, [a-z]+( '.*)?$/s, "")
      : text;
  } catch {
    // Plugins can throw anything, also what cannot be made a text.
    return "something was thrown that cannot be named";
  }
}
