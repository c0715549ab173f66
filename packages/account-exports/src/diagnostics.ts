import { type Diagnostic, messageOf } from "@chatexport/core";

/**
 * A ZIP file is damaged, encrypted, holds far more than its length makes likely, or has names that
 * lead out of it.
 * @remedy Download it once more, or unpack it and give the folder.
 */
export function unreadableZip(path: string, cause: unknown): Diagnostic {
  const reason = messageOf(cause).replace(/\.$/, "");
  const message = `The ZIP file cannot be read: ${reason}. Download it once more, or unpack it and give the folder.`;
  return { severity: "error", code: "unreadable-zip", message, origin: { path }, cause };
}

/** An earlier export holds messages that the latest one lacks. */
export function differingCopy(path: string, at: string): Diagnostic {
  const message =
    "An earlier export holds messages of this conversation that the latest one lacks. Read that export by itself to see them.";
  return { severity: "warning", code: "differing-copy", message, origin: { path, at } };
}

/** A conversation of an export holds no message. */
export function emptyConversation(path: string, at: string): Diagnostic {
  const message = "A conversation of the export without any message, so there is no session in it.";
  return { severity: "info", code: "empty-transcript", message, origin: { path, at } };
}

/** A file is no export of an account, or of one at another vendor. */
export function foreignExport(path: string, vendor: string): Diagnostic {
  const message = `The file is not a list of conversations from ${vendor} and was left out.`;
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

/**
 * An account export is cut off, or a conversation in it is no JSON; a warning where only something
 * else is wrong. All other conversations are kept.
 * @remedy Unpack it once more, or ask for a new export.
 */
export function malformedConversation(path: string, at: string): Diagnostic {
  const message = "The conversation is not JSON and was left out. Unpack the export again.";
  return { severity: "error", code: "malformed-export", message, origin: { path, at } };
}

/** The list of conversations has no end. */
export function cutOffExport(path: string): Diagnostic {
  const message =
    "The file is cut off: the last conversations of the export are missing. Unpack it again, or ask for a new export.";
  return { severity: "error", code: "malformed-export", message, origin: { path } };
}

/** Text follows the list of conversations. */
export function textAfterExport(path: string): Diagnostic {
  const message = "Something comes after the end of the list, which was left out.";
  return { severity: "warning", code: "malformed-export", message, origin: { path } };
}

/** Elements of the list are no conversations. */
export function foreignElements(path: string): Diagnostic {
  const message = "The list holds elements without an id or messages, which were left out.";
  return { severity: "warning", code: "malformed-export", message, origin: { path } };
}
