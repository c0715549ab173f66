import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, stringOf, textOf } from "@chatexport/core/read";

/** The problems of a line for training a model with it, or for sending it to one. */
export function openaiProblems(line: JsonObject): string[] {
  const messages = listOf(line.messages)?.map((message) => objectOf(message) ?? {}) ?? [];
  const problems = messages.flatMap((message, index) =>
    messageProblems(message).map((problem) => `messages[${index}]: ${problem}`),
  );
  if (typeof line.id !== "string") problems.push("no id");
  if (messages.length === 0) problems.push("no messages");
  return [...problems, ...answerProblems(messages)];
}

function messageProblems(message: JsonObject): string[] {
  const { role, content, ...rest } = message;
  const calls = listOf(message.tool_calls)?.map(objectOf) ?? [];
  const allowed = allowedKeys[stringOf(role) ?? ""];
  if (!allowed) return [`role ${JSON.stringify(role)}`];
  const problems = Object.keys(rest)
    .filter((key) => !allowed.includes(key))
    .map((key) => `${key} in a message of ${role}`);
  if (content === null ? calls.length === 0 : !isContent(content)) problems.push("no content");
  if ("tool_calls" in message && calls.length === 0) problems.push("empty tool_calls");
  if (!calls.every(isCall)) problems.push("malformed call");
  return problems;
}

const allowedKeys: Record<string, string[]> = {
  user: [],
  system: [],
  assistant: ["tool_calls", "reasoning_content"],
  tool: ["tool_call_id"],
};

function isContent(content: unknown): boolean {
  if (typeof content === "string") return true;
  const parts = listOf(content)?.map(objectOf) ?? [];
  return parts.length > 0 && parts.every((part) => part !== undefined && isPart(part));
}

function isPart(part: JsonObject): boolean {
  if (part.type === "text") return typeof part.text === "string";
  if (part.type === "image_url")
    return /^(?:https?:|data:image\/)/.test(stringOf(objectOf(part.image_url)?.url) ?? "");
  return part.type === "file" && /^data:/.test(stringOf(objectOf(part.file)?.file_data) ?? "");
}

function isCall(call: JsonObject | undefined): boolean {
  const called = objectOf(call?.function);
  if (call?.type !== "function" || typeof call.id !== "string") return false;
  if (typeof called?.name !== "string") return false;
  return objectOf(JSON.parse(textOf(called.arguments) ?? "null")) !== undefined;
}

/** Each call is answered at once and in order; nothing else is a message of a tool. */
function answerProblems(messages: readonly JsonObject[]): string[] {
  const awaited: unknown[] = [];
  const problems: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      if (awaited.length === 0 || awaited.shift() !== message.tool_call_id)
        problems.push(`messages[${index}]: answers no call`);
      continue;
    }
    if (awaited.length > 0) problems.push(`messages[${index}]: a call has no answer`);
    awaited.length = 0;
    awaited.push(...(listOf(message.tool_calls) ?? []).map((call) => objectOf(call)?.id));
  }
  if (awaited.length > 0) problems.push("the last call has no answer");
  return problems;
}
