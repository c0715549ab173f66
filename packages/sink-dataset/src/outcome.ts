import type { ExecuteCall, Part, Session, ToolCall } from "@chatexport/core";
import type { Outcome } from "./options.js";
import { shellCommands } from "./shell-commands.js";
import { testRun } from "./test-run.js";

/**
 * The ways in which a session ended: tests passed, or a commit was made, after the last edit; nobody
 * interrupted the work. Other branches do not count, and an edit that a command made is not known as one.
 */
export function outcomesOf(session: Session): ReadonlySet<Outcome> {
  const editing = callsOfEditingAgents(session);
  const outcomes = new Set<Outcome>(["not-interrupted"]);
  let hasEdits = false;
  for (const part of session.messages.flatMap(({ parts }) => parts)) {
    if (isInterruption(part)) outcomes.delete("not-interrupted");
    if (isEdit(part) || (part.type === "tool-call" && editing.has(part.id))) {
      hasEdits = true;
      outcomes.delete("tests-passed");
      outcomes.delete("committed");
    } else if (hasEdits && part.type === "tool-call" && part.kind === "execute") {
      const tests = testRun(part);
      if (tests === "passed") outcomes.add("tests-passed");
      if (tests === "failed") outcomes.delete("tests-passed");
      if (hasCommitted(part)) outcomes.add("committed");
    }
  }
  return outcomes;
}

/** The calls that started agents which edited files. */
function callsOfEditingAgents({ subagents = [] }: Session): ReadonlySet<string> {
  const editing = subagents.filter(hasEdited);
  return new Set(editing.flatMap(({ parent }) => parent?.toolCallId ?? []));
}

function hasEdited(session: Session): boolean {
  const hasOwn = session.messages.some(({ parts }) => parts.some(isEdit));
  return hasOwn || (session.subagents ?? []).some(hasEdited);
}

function isEdit(part: Part): boolean {
  if (part.type === "edit") return part.status !== "rejected";
  return part.type === "tool-call" && isDone(part) && isChange(part);
}

function isChange(call: ToolCall): boolean {
  const isKind = call.kind === "edit" || call.kind === "delete" || call.kind === "move";
  return isKind || ("edits" in call && call.edits !== undefined);
}

function isDone({ status, result }: ToolCall): boolean {
  return (status === "completed" || status === "unknown") && !result?.isError;
}

/** Sources say so in a notice; a tool that leaves none may mark the calls that it gave up. */
function isInterruption(part: Part): boolean {
  if (part.type === "notice") return /\binterrupted\b/i.test(part.text);
  return part.type === "tool-call" && part.status === "cancelled";
}

function hasCommitted({ command, status, result }: ExecuteCall): boolean {
  if (command === undefined || status !== "completed" || !result || result.isError) return false;
  if (result.exitCode !== undefined && result.exitCode !== 0) return false;
  return shellCommands(command).some(({ text, isDecisive }) => isDecisive && commit.test(text));
}

const commit = /^(?:git|hg|jj|sl) (?:-\S+ (?:[^-\s]\S* )?){0,4}commit(?=\s|$)/;
