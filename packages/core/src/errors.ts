/** The code of a system error, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** True when an error says that there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
}

/** The message of anything that was thrown; of a system error without the path it ends with. */
export function messageOf(error: unknown): string {
  try {
    const text = String(error instanceof Error ? error.message : error);
    if (!(error instanceof Error && "syscall" in error)) return text;
    return systemErrors.get(errorCode(error) ?? "") ?? text.replace(/, [a-z]+( '.*)?$/s, "");
  } catch {
    // Plugins can throw anything, also what cannot be made a text.
    return "something was thrown that cannot be named";
  }
}

/** A sentence that ends with what an error says: "The file cannot be read: it does not exist." */
export function sentenceWith(start: string, error: unknown): string {
  const text = `${start}: ${messageOf(error)}`;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The codes of operating systems, in words that follow the name of a file. */
const systemErrors: ReadonlyMap<string, string> = new Map([
  ["EACCES", "you may not open it"],
  ["EBUSY", "another program uses it"],
  ["EEXIST", "something else is there"],
  ["EISDIR", "it is a folder"],
  ["ELOOP", "its links lead in a circle"],
  ["EMFILE", "too many files are open"],
  ["ENAMETOOLONG", "its name is too long"],
  ["ENOENT", "it does not exist"],
  ["ENOSPC", "the disk is full"],
  ["ENOTDIR", "a part of its path is not a folder"],
  ["EPERM", "you may not change it"],
  ["EROFS", "it is on a disk that can only be read"],
]);

/** The result of a function; undefined where it throws. */
export function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
