import { defined, type Message, type ToolCall } from "@chatexport/core";
import { isPrompt } from "@chatexport/document";
import type { Contribution } from "./counts.js";

/** What a message adds to the counts; undefined when that is nothing. */
export function contributionOf(message: Message, isOfAgent: boolean): Contribution | undefined {
  const calls = toolCallsOf(message);
  const contribution = defined({
    // What an agent was told, another one wrote.
    prompts: !isOfAgent && isPrompt(message) ? 1 : 0,
    answers: message.role === "assistant" && !message.synthetic ? 1 : 0,
    toolCalls: calls.length,
    failedToolCalls: calls.filter(isFailed).length,
    usage: message.usage,
  });
  const { prompts, answers, toolCalls, usage } = contribution;
  return prompts || answers || toolCalls || usage ? contribution : undefined;
}

/** The tool calls of a message. */
export function toolCallsOf({ parts }: Message): ToolCall[] {
  return parts.filter((part) => part.type === "tool-call");
}

/** Whether a call has failed; one that was rejected or cancelled was not made. */
export function isFailed({ status }: ToolCall): boolean {
  return status === "failed";
}
