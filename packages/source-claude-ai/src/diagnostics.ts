import { type Diagnostic, messageOf } from "@chatexport/core";

/* All that this source reports; docs/diagnostics.md is for those who read it. */

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

/** A file is no export of a claude.ai account. */
export function foreignFile(path: string): Diagnostic {
  const message = "The file is not a list of conversations from claude.ai and was left out.";
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

/** An entry of a conversation is no JSON object. */
export function malformedEntry(path: string, at: string): Diagnostic {
  const message = "The entry of the list holds no message (a JSON object) and was left out.";
  return { severity: "warning", code: "malformed-entry", message, origin: { path, at } };
}

/**
 * An account export is cut off, or a conversation in it is no JSON; a warning where only something
 * else in it is wrong. All other conversations are kept.
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

/** The projects or memories of an export are no list. */
export function malformedList(path: string): Diagnostic {
  const message = "The file is no list in JSON and was left out. Unpack the export again.";
  return { severity: "error", code: "malformed-export", message, origin: { path } };
}

/** Something stands after the list of conversations. */
export function textAfterExport(path: string): Diagnostic {
  const message = "Something comes after the end of the list, which was left out.";
  return { severity: "warning", code: "malformed-export", message, origin: { path } };
}

/** Elements of the list are no conversations. */
export function foreignElements(path: string): Diagnostic {
  const message = "The list holds elements without an id or messages, which were left out.";
  return { severity: "warning", code: "malformed-export", message, origin: { path } };
}

/**
 * An export holds projects or memories, which are listed only on request.
 * @remedy `--option claude-ai.memory=true` lists them.
 */
export function unlistedFiles(path: string): Diagnostic {
  const message =
    "The export also holds projects or what claude.ai remembers; --option claude-ai.memory=true lists them.";
  return { severity: "info", code: "unlisted-files", message, origin: { path } };
}

/** A message is from a sender that this source does not know. */
export function unknownSender(path: string, at: string, sender: string): Diagnostic {
  const message = `The sender "${sender}" is not known; the message is kept as it is.`;
  return { severity: "warning", code: "unknown-record", message, origin: { path, at } };
}

/** An export cannot be read. */
export function unreadableExport(path: string, cause: unknown): Diagnostic {
  const message = `The export cannot be read: ${messageOf(cause)}`;
  return { severity: "error", code: "unreadable-file", message, origin: { path }, cause };
}

/**
 * A root is a `.zip`, which is not read.
 * @remedy Unpack it and give the folder.
 */
export function zippedExport(path: string): Diagnostic {
  const message = "An archive is not read as it is. Unpack it and give the folder.";
  return { severity: "error", code: "zipped-export", message, origin: { path } };
}
