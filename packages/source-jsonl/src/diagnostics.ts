import type { Diagnostic, Origin } from "@chatexport/core";

/** A file was not written by chatexport. */
export function foreignFile(origin: Origin): Diagnostic {
  const message = "The file was not written by chatexport and was left out.";
  return { severity: "info", code: "foreign-file", message, origin };
}

/**
 * A file in an archive is in a dialect for other programs, which keeps too little of a session to
 * read it back.
 * @remedy Read the tool's own store, or what was exported without `jsonl.dialect`.
 */
export function unreadableDialect(origin: Origin, dialect: string): Diagnostic {
  const message = `The file is in the dialect ${dialect}, which keeps too little of a session to read it back, and was left out. Read the store of the tool itself, or what was exported without the option dialect.`;
  return { severity: "warning", code: "unreadable-dialect", message, origin };
}

/**
 * The line that begins a session or a sub-agent in an archive is damaged, so it was left out.
 * @remedy Take the file from a backup.
 */
export function malformedSession(origin: Origin): Diagnostic {
  const message =
    "The line that begins a session is damaged, so the session was left out. A backup may have it whole.";
  return { severity: "error", code: "malformed-session", message, origin };
}

/** The line that begins a sub-agent is damaged. */
export function malformedSubagent(origin: Origin): Diagnostic {
  const message =
    "The line that begins a sub-agent is damaged, so the sub-agent was left out. A backup may have it whole.";
  return { severity: "error", code: "malformed-session", message, origin };
}

/**
 * A newer chatexport wrote a session in an archive.
 * @remedy Update chatexport.
 */
export function newerSchema(origin: Origin): Diagnostic {
  const message = "The session was written by a newer chatexport. Update to read it.";
  return { severity: "error", code: "newer-schema", message, origin };
}

/**
 * Lines of an archive are before the first session of a file, or after the end of one, and were
 * left out.
 * @remedy Take the file from a backup.
 */
export function linesWithoutSession(origin: Origin): Diagnostic {
  const message =
    "From here on lines stand in no session and were left out: the line that begins it is lost. A backup may have it whole.";
  return { severity: "warning", code: "line-without-session", message, origin };
}

/** A message lacks a field that messages need. */
export function malformedMessage(origin: Origin): Diagnostic {
  const message = "The line holds no message as the model describes it and was left out.";
  return { severity: "warning", code: "malformed-line", message, origin };
}

/** The end of a session has no number of messages. */
export function malformedEnd(origin: Origin): Diagnostic {
  const message = "The end does not say how many messages the session has.";
  return { severity: "warning", code: "malformed-line", message, origin };
}

/**
 * A line of an archive is no session, message or end, and was left out.
 * @remedy Take the file from a backup if the line was of a session; remove the line if it was not.
 */
export function unknownLine(origin: Origin): Diagnostic {
  const message = "The line is of a type that chatexport does not write, and was left out.";
  return { severity: "warning", code: "unknown-line", message, origin };
}

/**
 * A message of an archive is on a branch that its session does not name. It was kept as an orphan
 * branch.
 * @remedy Nothing: the message is kept. Another program has changed the file; a backup has it as it was.
 */
export function unnamedBranch(origin: Origin): Diagnostic {
  const message =
    "The message is on a branch that the line of its session does not name. It was kept as an orphan branch.";
  return { severity: "warning", code: "unnamed-branch", message, origin };
}

/**
 * A session in an archive has no end, or its end counts more messages than there are. The rest was
 * kept.
 * @remedy Take the file from a backup, or from the history of its repository.
 */
export function withoutEnd(origin: Origin): Diagnostic {
  const message =
    "The session is cut off before this place: how many messages are missing is not known. A backup may have it whole.";
  return { severity: "warning", code: "cut-off-session", message, origin };
}

/** The end of a session counts more messages than there are. */
export function missingMessages(origin: Origin, missing: number, all: number): Diagnostic {
  const message = `The session is cut off: ${missing} of ${all} messages are missing. A backup may have it whole.`;
  return { severity: "warning", code: "cut-off-session", message, origin };
}

/**
 * The end of a session in an archive counts fewer messages than there are: another program has
 * changed the file. All were kept.
 * @remedy Nothing: all messages are kept. A backup has the file as it was.
 */
export function surplusMessages(origin: Origin, there: number, counted: number): Diagnostic {
  const message = `The end counts ${counted} messages, and ${there} are there: another program has changed the file. All were kept.`;
  return { severity: "warning", code: "surplus-messages", message, origin };
}

/**
 * A session is in an archive more than once; the fullest copy was used.
 * @remedy Nothing.
 */
export function duplicateSession(origin: Origin, session: string): Diagnostic {
  const message = "The session stands in more than one place; a fuller or equal copy was taken.";
  return { severity: "info", code: "duplicate-session", message, origin, session };
}
