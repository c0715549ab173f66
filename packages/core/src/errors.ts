/** The code of a system error, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether an error says that there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
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

/** What a function gives; undefined where it throws. */
export function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
