import type { Diagnostic } from "@chatexport/core";

/** What is wrong with a line, without its place. */
export type Problem = Pick<Diagnostic, "severity" | "code" | "message">;

/** A file of somebody else. */
export const foreignFile: Problem = {
  severity: "info",
  code: "foreign-file",
  message: "The file was not written by chatexport and was left out.",
};

/** A file that a dialect of sink-jsonl wrote, or another program in the same shape. */
export function unreadableDialect(dialect: string): Problem {
  const message = `The file is in the dialect ${dialect}, which keeps too little of a session to read it back, and was left out. Read the store of the tool itself, or what was exported without the option dialect.`;
  return { severity: "warning", code: "unreadable-dialect", message };
}

/** The line that begins a session is damaged, or lacks what a session needs. */
export const malformedSession: Problem = {
  severity: "error",
  code: "malformed-session",
  message:
    "The line that begins a session is damaged, so the session was left out. A backup may have it whole.",
};

/** The same for a sub-agent. */
export const malformedSubagent: Problem = {
  severity: "error",
  code: "malformed-session",
  message:
    "The line that begins a sub-agent is damaged, so the sub-agent was left out. A backup may have it whole.",
};

/** A session in a version of the model that is not known here. */
export const newerSchema: Problem = {
  severity: "error",
  code: "newer-schema",
  message: "The session was written by a newer chatexport. Update to read it.",
};

/** Lines that are in no session. */
export const linesWithoutSession: Problem = {
  severity: "warning",
  code: "line-without-session",
  message:
    "From here on lines stand in no session and were left out: the line that begins it is lost. A backup may have it whole.",
};

/** A message that lacks what a message needs. */
export const malformedMessage: Problem = {
  severity: "warning",
  code: "malformed-line",
  message: "The line holds no message as the model describes it and was left out.",
};

/** An end that does not count. */
export const malformedEnd: Problem = {
  severity: "warning",
  code: "malformed-line",
  message: "The end does not say how many messages the session has.",
};

/** A line of a type that is not known. */
export const unknownLine: Problem = {
  severity: "warning",
  code: "unknown-line",
  message: "The line is of a type that chatexport does not write, and was left out.",
};

/** A message on a branch of which the session says nothing. */
export const unnamedBranch: Problem = {
  severity: "warning",
  code: "unnamed-branch",
  message:
    "The message is on a branch that the line of its session does not name. It was kept as an orphan branch.",
};

/** The file, or the next session, begins before the session has its end. */
export const withoutEnd: Problem = {
  severity: "warning",
  code: "cut-off-session",
  message:
    "The session is cut off before this place: how many messages are missing is not known. A backup may have it whole.",
};

/** The end counts more messages than there are. */
export function missingMessages(missing: number, all: number): Problem {
  const message = `The session is cut off: ${missing} of ${all} messages are missing. A backup may have it whole.`;
  return { severity: "warning", code: "cut-off-session", message };
}

/** The end counts fewer messages than there are. */
export function surplusMessages(there: number, counted: number): Problem {
  const message = `The end counts ${counted} messages, and ${there} are there: another program has changed the file. All were kept.`;
  return { severity: "warning", code: "surplus-messages", message };
}
