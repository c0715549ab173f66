import { type Diagnostic, errorCode, messageOf, present } from "@chatexport/core";

const permission = "there is no permission to write there; choose another place";
const fileInTheWay = "a file is where a folder has to be; move it or choose another place";

const reasons: Readonly<Record<string, string>> = {
  EACCES: permission,
  EPERM: permission,
  EROFS: "the disk is read-only; choose another place",
  ENOSPC: "the disk is full; free some space and run again",
  EDQUOT: "the quota is used up; free some space and run again",
  EEXIST: fileInTheWay,
  ENOTDIR: fileInTheWay,
  EISDIR: "a folder is where the file has to be; move it or choose another place",
  ENAMETOOLONG: "its path is too long; choose a shorter one",
};

/** Why something could not be written, and what can be done. */
export function writeReason(cause: unknown): string {
  return reasons[errorCode(cause) ?? ""] ?? messageOf(cause);
}

const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Whether something could not be written because there is no room, for anything else either. */
export function isDiskFull(cause: unknown): boolean {
  return fullDisk.has(errorCode(cause) ?? "");
}

/** The diagnostic for a document, or the file of several, that could not be written. */
export function documentFailed(what: string, path: string | undefined, cause: unknown): Diagnostic {
  return present({
    severity: "error",
    code: "document-failed",
    message: `${what} could not be written: ${writeReason(cause)}.`,
    origin: path === undefined ? undefined : { path },
    cause,
  });
}
