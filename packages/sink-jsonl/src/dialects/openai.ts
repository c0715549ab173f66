import { type Feature, jsonText, nonEmpty, type Session, type ToolCall } from "@chatexport/core";
import { callInput, missingResult } from "../calls.js";
import {
  type Content,
  describedFile,
  mediaTypeOf,
  nameOf,
  resultContent,
  urlOf,
} from "../content.js";
import { type Contribution, contributionsOf } from "../contributions.js";
import { detailsOf, type SessionLine, sessionLines } from "../session-line.js";
import { toolDefinitions } from "../tool-definitions.js";
import type { Dialect } from "./dialect.js";

/** Messages of OpenAI's chat completions, for training: a line for each session and sub-agent. */
export const openai: Dialect = {
  keeps: new Set<Feature>([
    "reasoning",
    "tool-input",
    "tool-output",
    "tool-definitions",
    "files",
    "subagents",
  ]),
  render: (session, context) => sessionLines(session, context, conversation),
};

function conversation(session: Session): SessionLine {
  const { id, title, parent, attachments = [] } = session;
  return {
    before: { id, title, parent_id: parent?.sessionId },
    messages: chatMessages(session),
    after: {
      tools: toolDefinitions(session),
      metadata: detailsOf(session),
      attachments: nonEmpty(attachments.map(contentPart)),
    },
  };
}

function* chatMessages({ messages }: Session): Generator<object> {
  for (const message of messages) {
    // The model was never told what the tool told its user.
    const parts = message.parts.filter(({ type }) => type !== "notice");
    for (const contribution of contributionsOf({ ...message, parts })) {
      yield chatMessage(contribution);
      for (const call of contribution.calls) yield toolMessage(call);
    }
  }
}

function chatMessage({ role, reasoning, content, calls }: Contribution): object {
  return {
    role,
    // Nothing said is null beside calls; without them it must be a text.
    content: content.length === 0 && calls.length > 0 ? null : chatContent(content),
    reasoning_content: reasoning.length > 0 ? reasoning.join("\n\n") : undefined,
    tool_calls: nonEmpty(calls.map(toolCall)),
  };
}

function toolCall(call: ToolCall): object {
  const called = { name: call.name, arguments: jsonText(callInput(call)) };
  return { id: call.id, type: "function", function: called };
}

function toolMessage(call: ToolCall): object {
  const { id, result } = call;
  const content = result ? chatContent(resultContent(result)) : missingResult(call);
  return { role: "tool", tool_call_id: id, content };
}

/** A text, which every reader understands, unless there is something that no text can hold. */
function chatContent(content: readonly Content[]): string | ChatPart[] {
  const parts = content.map(contentPart);
  const texts = parts.flatMap((part) => (part.type === "text" ? part.text : []));
  return texts.length === parts.length ? texts.join("\n\n") : parts;
}

type ChatPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string } }
  | { type: "file"; file: { filename: string | undefined; file_data: string } };

function contentPart(part: Content): ChatPart {
  if (part.type === "text") return { type: "text", text: part.text };
  const url = urlOf(part);
  if (url !== undefined && mediaTypeOf(part).startsWith("image/"))
    return { type: "image_url", image_url: { url } };
  if (part.text === undefined && url?.startsWith("data:"))
    return { type: "file", file: { filename: nameOf(part), file_data: url } };
  return { type: "text", text: describedFile(part) };
}
