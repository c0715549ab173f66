import { type Diagnostic, present, sentenceWith } from "@chatexport/core";
import { plural } from "@chatexport/core/read";

/* All that this source reports; docs/diagnostics.md is for those who read it. */

/**
 * Another transcript has all messages of this one: old versions copied a conversation when it was
 * resumed, and people copy folders. Its records are counted there.
 * @remedy Nothing.
 */
export function copiedTranscript(path: string): Diagnostic {
  const message =
    "All messages of this transcript stand in another one as well, so it is no session of its own.";
  return { severity: "info", code: "copied-transcript", message, origin: { path } };
}

/**
 * The index of a project names sessions whose transcripts are gone: Claude Code deletes them after
 * 30 days. They are listed as traces.
 * @remedy Give a backup with `--root`; raise `cleanupPeriodDays` in Claude Code's settings to keep
 * more.
 */
export function deletedTranscripts(path: string, count: number): Diagnostic {
  const sessions = count === 1 ? "a session" : `${count} sessions`;
  const message = `The project's index names ${sessions} without a transcript, listed as a trace: the tool deletes them after 30 days, or after cleanupPeriodDays in its settings. A backup may still have them.`;
  return { severity: "info", code: "deleted-transcripts", message, origin: { path } };
}

/**
 * A file is empty, or holds only notes of the tool, or commands such as `/exit` and what they
 * printed.
 * @remedy Nothing. `--empty` lists those that are not empty.
 */
export function emptyTranscript(path: string, is: "empty" | "no-conversation" | "web"): Diagnostic {
  const messages = {
    empty: "The file is empty, so there is no session in it.",
    "no-conversation":
      "Nothing was said in the session: the file holds notes of the tool, or commands, and no prompt.",
    web: "The saved web session holds no message, so there is no session in it.",
  };
  const message = messages[is];
  return { severity: "info", code: "empty-transcript", message, origin: { path } };
}

/**
 * A file in the store is not a transcript of this tool, or a file in an archive was not written by
 * chatexport.
 * @remedy Nothing, unless you expected a session in it.
 */
export function foreignFile(path: string): Diagnostic {
  const message = "The file is not a transcript of Claude Code and was left out.";
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

/**
 * A saved session of the web has more than 64 MiB and was left out.
 * @remedy Please report it.
 */
export function largeWebSession(path: string): Diagnostic {
  const message =
    "The saved web session has more than 64 MiB and was left out. Please report it: none of this size is known.";
  return { severity: "error", code: "large-web-session", message, origin: { path } };
}

/**
 * A sub-agent that the tool started for its own ends (to suggest, to warm up) has lost its session,
 * and was left out. `--report` counts its records.
 * @remedy Nothing.
 */
export function loneHelper(path: string): Diagnostic {
  const message =
    "The sub-agent was started by the tool for its own ends, and its session is gone; it was left out.";
  return { severity: "info", code: "lone-helper", message, origin: { path } };
}

/**
 * An entry of a saved session or of an account export is no JSON object. All others are kept.
 * @remedy Take the file from a backup, or save or request the export once more.
 */
export function malformedEntry(path: string, at: number): Diagnostic {
  const message = 'The element of "loglines" holds no record (a JSON object) and was left out.';
  return { severity: "warning", code: "malformed-entry", message, origin: { path, at } };
}

/** Lines of the history of prompts that hold no record, from this line on. */
export function malformedHistory(path: string, at: number, count: number): Diagnostic {
  const message = `${plural(count, "line")} of the history cannot be read, so sessions that left only prompts may be missing. A backup may have it whole.`;
  return { severity: "warning", code: "malformed-line", message, origin: { path, at } };
}

/**
 * A todo list or a task beside the transcripts is no JSON or has an unknown shape. The session is
 * kept without it.
 * @remedy Nothing.
 */
export function malformedSideFile(path: string): Diagnostic {
  const message =
    "The file is not a todo list or a task as the tool writes them; what is not readable in it was left out.";
  return { severity: "warning", code: "malformed-side-file", message, origin: { path } };
}

/**
 * A file about a sub-agent, a workflow or a session of the desktop app cannot be read or has an
 * unknown shape. The transcript is kept without it.
 * @remedy Nothing.
 */
export function malformedSidecar(
  path: string,
  of: "agent" | "archive" | "desktop" | "index" | "title" | "workflow",
): Diagnostic {
  const messages = {
    agent:
      "The file beside the sub-agent's transcript cannot be read or is not JSON; the kind of the agent is not known.",
    archive:
      "The archive mark beside the session's transcript cannot be read or is not JSON that says true or false; whether the session is archived is not known.",
    desktop:
      "The desktop app's file about a session cannot be read, is not JSON, or names no session; the title that the app shows is not known.",
    index:
      "The index of the project's sessions cannot be read or is not JSON with a list of entries; the titles in it are not known.",
    title:
      "The title beside the session's transcript cannot be read or is not JSON that says one; the session has another title.",
    workflow: "The manifest of the workflow is not JSON; its sub-agents have no names.",
  };
  const message = messages[of];
  return { severity: "warning", code: "malformed-sidecar", message, origin: { path } };
}

/**
 * A file begins like a saved session of the web and is no JSON with a list of entries.
 * @remedy Save the session once more.
 */
export function malformedWebSession(path: string): Diagnostic {
  const message =
    'The file begins like a saved web session, but is not JSON with a list of "loglines". Save the session again.';
  return { severity: "error", code: "malformed-web-session", message, origin: { path } };
}

/**
 * A record names a record before it that is missing. It was put after the record above it in the
 * file.
 * @remedy Nothing: no message is lost. The tool itself shows its order, if that matters.
 */
export function missingParent(path: string | undefined, at: number, count: number): Diagnostic {
  const message = `The record names a parent that does not stand before it; it was put after the record above it${amongOthers(count)}.`;
  return { severity: "info", code: "missing-parent", message, origin: present({ path, at }) };
}

/**
 * The file of something pasted into a prompt is gone or not readable. The prompt is kept.
 * @remedy Restore `paste-cache` and `image-cache` from a backup; the tool empties them after some
 * days.
 */
export function missingPaste(path: string, at: number, count: number): Diagnostic {
  const others = count > 1 ? ` (the first of ${count} such prompts)` : "";
  const message = `What was pasted into the prompt cannot be read: the tool deletes it after some days${others}.`;
  return { severity: "warning", code: "missing-paste", message, origin: { path, at } };
}

/**
 * The file of a large tool output is gone or not readable. The beginning of the output is kept.
 * @remedy Restore the session's `tool-results` folder from a backup; the tool deletes it after some
 * days.
 */
export function missingToolOutput(path: string, cause: unknown): Diagnostic {
  const message = sentenceWith(
    "The whole output of a tool call cannot be read, only its beginning is left",
    cause,
  );
  return { severity: "warning", code: "missing-tool-output", message, origin: { path }, cause };
}

/**
 * Two runs of the tool wrote to one session at the same time. The conversation that ends last is
 * the main one, the other a branch that documents show, too.
 * @remedy Nothing. To go on with only one of them, use `chatexport fork`.
 */
export function parallelLines(path: string | undefined, at: number, count: number): Diagnostic {
  const message = `Two runs of the tool wrote into this session at the same time; what began with this record is a branch${amongOthers(count)}.`;
  return { severity: "info", code: "parallel-lines", message, origin: present({ path, at }) };
}

/**
 * Only the transcript was given, and some of its session is in files beside it.
 * @remedy Read it with `claude({ roots: [path] })`, which finds these files.
 */
export function transcriptAlone(agents: number, outputs: number): Diagnostic {
  const counts = { "sub-agent": agents, "whole output": outputs };
  const missing = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}${count === 1 ? "" : "s"}`);
  const message = `Only the transcript was read. Missing, in files beside it: ${missing.join(", ")}.`;
  return { severity: "info", code: "transcript-alone", message };
}

/** The transcript of a sub-agent, or a file of a workflow, cannot be read. */
export function unreadablePart(path: string, of: "agent" | "workflow", cause: unknown): Diagnostic {
  const what = of === "agent" ? "The sub-agent's transcript" : "The file of a workflow";
  const message = sentenceWith(`${what} cannot be read`, cause);
  return { severity: "error", code: "unreadable-file", message, origin: { path }, cause };
}

/** A transcript of which another one has records, too, cannot be read. */
export function unreadableTwin(path: string, is: "copy" | "original", cause: unknown): Diagnostic {
  const what =
    is === "copy"
      ? "The transcript was to be counted as a copy of another one"
      : "It is not known which messages were copied from this transcript";
  const message = sentenceWith(`${what}, but it cannot be read`, cause);
  return { severity: "warning", code: "unreadable-file", message, origin: { path }, cause };
}

function amongOthers(count: number): string {
  return count > 1 ? ` (the first of ${count} in this file)` : "";
}
