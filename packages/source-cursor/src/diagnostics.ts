import { type Diagnostic, messageOf, type Origin, sentenceWith } from "@chatexport/core";
import { plainName } from "@chatexport/core/read";
import { DatabaseError } from "@chatexport/sqlite";

export { damagedDatabase, unreadableDatabase } from "@chatexport/sqlite";

/*
 * The diagnostics of this source. Messages never quote what is stored: those of a parser of JSON
 * would.
 */

/**
 * A row of a database does not hold what it should, or lies on a damaged page; an error where it is
 * a whole conversation. The other rows are kept.
 * @remedy Give a backup with `--root`: it may have the row whole.
 */
export function malformedRow(origin: Origin, cause: unknown): Diagnostic {
  const reason =
    cause instanceof DatabaseError
      ? "The row is in a damaged part of the database"
      : `The row cannot be read (${messageOf(cause)})`;
  const message = `${reason} and is left out; a backup of the database may still hold it.`;
  return { severity: "warning", code: "malformed-row", message, origin, cause };
}

/** The reason why a row in which no conversation is seen may hold one all the same. */
export function unknownFields(names: readonly string[]): Error {
  const listed = [...new Set(names.map(plainName))].join(", ");
  return new Error(`no conversation is seen in it, and fields are not known: ${listed}`);
}

/** A row that listing left out: an error where it is a whole conversation. */
export function unlistedRow(
  origin: Origin,
  severity: Diagnostic["severity"],
  cause: unknown,
): Diagnostic {
  const isParsing = cause instanceof SyntaxError;
  return {
    severity,
    code: "malformed-row",
    message: isParsing
      ? "The row does not hold the JSON that it should and was left out."
      : sentenceWith("The row cannot be read and was left out", cause),
    origin,
    ...(!isParsing && { cause }),
  };
}

/**
 * A conversation has no id. It gets one from its first message and its time, which stays the same.
 * @remedy Nothing.
 */
export function namelessConversation(origin: Origin): Diagnostic {
  const message =
    "A conversation in the row has no id; it is kept under one that is made from how it began.";
  return { severity: "info", code: "nameless-conversation", message, origin };
}

/** A row of which something is left out: what the agent keeps, or, an error, an entry of a list of conversations. */
export function malformedPart(origin: Origin, part: keyof typeof rowParts): Diagnostic {
  const severity = part === "entry" ? "error" : "warning";
  return { severity, code: "malformed-row", message: rowParts[part], origin };
}

const rowParts = {
  message: "The row should hold a message of the agent but is no JSON; it was left out.",
  blob: "The row cannot be read, or should hold a message and is no JSON; it was left out.",
  meta: "What the database says about the conversation is no JSON; the messages are kept.",
  entry:
    "An entry of the list in the row is no conversation with an id and was left out; a backup of the database may still hold it.",
};

/** A database or a file among transcripts that is not Cursor's. */
export function foreignFile(path: string, kind: "database" | "transcript"): Diagnostic {
  const what =
    kind === "database"
      ? "The database has none of the tables of Cursor's conversations"
      : "The file is not a transcript of Cursor";
  const message = `${what} and was left out.`;
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

/** A transcript without a character but white space. */
export function emptyTranscript(path: string): Diagnostic {
  const message = "The file is empty, so there is no session in it.";
  return { severity: "info", code: "empty-transcript", message, origin: { path } };
}

/**
 * Cursor's index names conversations that are gone from its databases, as after a clean-up.
 * @remedy Give a backup from before with `--root`, if you have one.
 */
export function ghostConversations(path: string, count: number): Diagnostic {
  const message = `Cursor's index names ${count === 1 ? "a conversation" : `${count} conversations`} whose content is not in its databases any more.`;
  return { severity: "info", code: "ghost-conversation", message, origin: { path } };
}

/**
 * A conversation is in several stores, or has a sub-agent, and one of these cannot be read. The
 * rest is kept.
 * @remedy Permit yourself to read it, or give a backup with `--root`.
 */
export function unreadableCopy(origin: Origin, cause: unknown): Diagnostic {
  const message = sentenceWith("A copy of the conversation cannot be read", cause);
  return { severity: "error", code: "unreadable-copy", message, origin, cause };
}

/**
 * A conversation is in several stores, and the best copy lacks prompts that another one has. They
 * were added from there. Cursor cuts long conversations off.
 * @remedy Nothing.
 */
export function truncatedCopy(origin: Origin, prompts: number): Diagnostic {
  const message = `The best copy of the conversation lacks ${counted(prompts)}, which another copy still has; they stand at their place.`;
  return { severity: "info", code: "truncated-copy", message, origin };
}

/**
 * A conversation is in several stores, and one copy has more prompts than the best one but differs
 * elsewhere. The best copy was kept. Of several account exports, an earlier one holds messages that
 * the latest lacks.
 * @remedy Read the other copy by itself with `--root`.
 */
export function differingCopy(origin: Origin, prompts: number): Diagnostic {
  const message = `Another copy of the conversation has ${counted(prompts)} more but differs in others, so that the best copy was left as it is.`;
  return { severity: "warning", code: "differing-copy", message, origin };
}

function counted(prompts: number): string {
  return prompts === 1 ? "a prompt" : `${prompts} prompts`;
}

/**
 * A conversation's own list names other messages than the database holds; they were put in order by
 * time.
 * @remedy Nothing: no message is lost. Cursor itself shows its order, if that matters.
 */
export function reorderedMessages(origin: Origin): Diagnostic {
  const message =
    "The conversation's own list names other messages than the database holds; they were put in order by time.";
  return { severity: "info", code: "reordered-messages", message, origin };
}

/**
 * Messages that a conversation lists have no row in the database. All others are kept, in their
 * order.
 * @remedy Give an older backup with `--root`, if you have one.
 */
export function missingMessages(origin: Origin, count: number): Diagnostic {
  const [are, them] = count === 1 ? ["is", "it"] : ["are", "them"];
  const message = `Of the messages that the conversation lists, ${count} ${are} not in the database; a backup of it may still hold ${them}.`;
  return { severity: "warning", code: "missing-message", message, origin };
}

/**
 * Messages that the agent's state names are gone. All others are kept.
 * @remedy Give an older backup with `--root`, if you have one.
 */
export function missingBlobs(
  origin: Origin,
  count: number,
  state: "not" | "no longer",
): Diagnostic {
  const message = `${count} messages of the conversation are named but ${state} stored; the others are kept.`;
  return { severity: "warning", code: "missing-blob", message, origin };
}

/**
 * The store does not say the order of the messages of a command line conversation, or not its
 * beginning; they are in the order in which they were written, or as in the latest complete state.
 * @remedy Nothing: no message is lost. `cursor-agent` itself shows its order, if that matters.
 */
export function guessedOrder(path: string, order: "guessed-root" | "rowid"): Diagnostic {
  const message =
    order === "rowid"
      ? "Nothing says how the conversation went, so that its messages stand in the order in which they were stored."
      : "The beginning of the conversation is not stored, so that its latest complete state was used.";
  return { severity: "info", code: "guessed-order", message, origin: { path } };
}

/** A type of bubble that is not known. */
export function unknownBubble(origin: Origin, type: string): Diagnostic {
  const message = `The record type "${type}" is not known; its records are kept as they are.`;
  return { severity: "warning", code: "unknown-record", message, origin };
}

/** An entry of a transcript in one JSON list that is no message. */
export function malformedEntry(origin: Origin): Diagnostic {
  const message = "The entry of the list is no message and was left out.";
  return { severity: "warning", code: "malformed-line", message, origin };
}

/** A transcript in one JSON list that is cut off behind some messages. */
export function truncatedList(path: string, messages: number): Diagnostic {
  const message = `The list is cut off or damaged: what comes after its message ${messages} is left out.`;
  return {
    severity: "warning",
    code: "truncated-line",
    message,
    origin: { path, at: messages + 1 },
  };
}
