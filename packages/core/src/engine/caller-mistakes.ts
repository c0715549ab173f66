import { apiVersion, type Source } from "../plugin.js";

/**
 * A transform or `note` throws it when a session is at fault, for example because it is nested too deep: the
 * session is reported as failed, and the others follow. All else that they throw ends the work.
 */
export class SessionError extends Error {
  override readonly name = "SessionError";

  /** `cause` says what is wrong with the session. */
  constructor(cause: unknown) {
    super("The session cannot be used", { cause });
  }
}

/** Throws a TypeError for a value that a caller gave in place of a source. */
export function checkSource(source: Source): void {
  const given = source as Partial<Record<keyof Source, unknown>> | null | undefined;
  if (typeof source === "function")
    throw new TypeError("A source is what its factory returns: claude(), not claude");
  if (typeof given?.list !== "function" || typeof given.load !== "function")
    throw new TypeError(`A source has the methods list and load, unlike ${kindOf(source)}`);
  if (given.apiVersion !== apiVersion)
    throw new TypeError(
      `The source ${String(given.name)} has apiVersion ${String(given.apiVersion)}, and this is ${apiVersion}`,
    );
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "this object" : String(value);
}
