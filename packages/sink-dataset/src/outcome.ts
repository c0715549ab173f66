import type { Message, Part, Session, ToolCall } from "@chatexport/core";
import type { Outcome } from "./options.js";
import { shellCommands } from "./shell-commands.js";
import { testRun } from "./test-run.js";

/**
 * What holds of the end of a session, judged from its active line: tests passed, or a commit was made, after the
 * last edit; nobody interrupted it. Files that a command has changed are not known as edits.
 */
export function outcomesOf(session: Session): ReadonlySet<Outcome> {
  const editing = callsOfEditingAgents(session);
  const outcomes = new Set<Outcome>(["not-interrupted"]);
  let hasEdits = false;
  const note = (outcome: Outcome, holds: boolean) =>
    holds ? outcomes.add(outcome) : outcomes.delete(outcome);
  for (const part of session.messages.flatMap(({ parts }) => parts)) {
    if (isInterruption(part)) outcomes.delete("not-interrupted");
    if (isEdit(part) || (part.type === "tool-call" && editing.has(part.id))) {
      hasEdits = true;
      outcomes.delete("tests-passed");
      outcomes.delete("committed");
    } else if (hasEdits && part.type === "tool-call" && part.kind === "execute") {
      const tests = testRun(part);
      if (tests) note("tests-passed", tests === "passed");
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
  const hasOwn = session.messages.some(({ parts }: Message) => parts.some(isEdit));
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

function hasCommitted(call: ToolCall & { kind: "execute" }): boolean {
  const { command, status, result } = call;
  if (command === undefined || status !== "completed" || !result || result.isError) return false;
  if (result.exitCode !== undefined && result.exitCode !== 0) return false;
  return shellCommands(command).some(({ text, isDecisive }) => isDecisive && commit.test(text));
}

const commit = /^(?:git|hg|jj|sl) (?:-\S+ (?:[^-\s]\S* )?){0,4}commit(?=\s|$)/;
