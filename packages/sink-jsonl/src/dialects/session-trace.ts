import {
  type Feature,
  jsonText,
  nonEmpty,
  type Session,
  type SinkContext,
  type ToolCall,
} from "@chatexport/core";
import { callInput, missingResult } from "../calls.js";
import { plainText, resultText } from "../content.js";
import { contributionsOf } from "../contributions.js";
import { sessionWithoutMessages } from "../diagnostics.js";
import type { Dialect } from "./dialect.js";

/**
 * A line for the session and one for each message, as the viewer of the Hugging Face Hub reads session
 * traces. It knows texts only, and no sub-agents: each begins a trace of its own after its parent's.
 */
export const sessionTrace: Dialect = {
  keeps: new Set<Feature>(["reasoning", "tool-input", "tool-output", "subagents"]),
  *render(session, context) {
    for (const line of traceOf(session, context)) yield `${jsonText(line)}\n`;
  },
};

function* traceOf(session: Session, context: Pick<SinkContext, "report">): Generator<object> {
  let isEmpty = true;
  for (const message of messagesOf(session)) {
    if (isEmpty) yield headerOf(session);
    isEmpty = false;
    yield { type: "message", message };
  }
  if (isEmpty) context.report(sessionWithoutMessages(session));
  for (const subagent of session.subagents ?? []) yield* traceOf(subagent, context);
}

function headerOf({ id, title, source, cwd, startedAt, parent }: Session): object {
  const name = title ?? id;
  const parentId = parent?.sessionId;
  return { type: "session", harness: source, id, name, cwd, startedAt, parentId };
}

function* messagesOf({ messages }: Session): Generator<object> {
  for (const message of messages) {
    const timestamp = millisecondsOf(message.createdAt);
    // The viewer knows no notices of a tool to its user.
    const parts = message.parts.filter(({ type }) => type !== "notice");
    for (const { role, reasoning, content, calls } of contributionsOf({ ...message, parts })) {
      yield {
        role,
        content: plainText(content),
        reasoningContent: reasoning.join("\n\n") || undefined,
        toolCalls: nonEmpty(calls.map(toolCall)),
        timestamp,
        model: message.model,
      };
      for (const call of calls) yield toolMessage(call);
    }
  }
}

function toolCall(call: ToolCall): object {
  const { id, name } = call;
  return { id, function: { name, arguments: jsonText(callInput(call)) } };
}

function toolMessage(call: ToolCall): object {
  const { id, result, completedAt } = call;
  const content = result ? resultText(result) : missingResult(call);
  const timestamp = millisecondsOf(completedAt);
  return { role: "tool", toolCallId: id, content, timestamp };
}

function millisecondsOf(time: string | undefined): number | undefined {
  const milliseconds = Date.parse(time ?? "");
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
