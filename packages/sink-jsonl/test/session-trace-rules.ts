import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";

/** The problems of lines for a viewer of session traces. */
export function sessionTraceProblems(lines: readonly JsonObject[]): string[] {
  const problems = lines.flatMap((line, index) =>
    problemsOf(line).map((problem) => `line ${index + 1}: ${problem}`),
  );
  if (lines[0]?.type !== "session") problems.push("does not begin with a session");
  return problems;
}

function problemsOf({ type, message, ...session }: JsonObject): string[] {
  if (type === "session")
    return ["harness", "id", "name"].filter((key) => typeof session[key] !== "string");
  if (type !== "message") return [`type ${JSON.stringify(type)}`];
  const { role, content, timestamp = 0, reasoningContent = "", ...rest } = objectOf(message) ?? {};
  const calls = listOf(rest.toolCalls ?? [])?.map(objectOf) ?? [undefined];
  return [
    ["user", "assistant", "system", "tool"].includes(String(role)) ? "" : "role",
    typeof content === "string" && typeof reasoningContent === "string" ? "" : "content",
    typeof timestamp === "number" ? "" : "timestamp",
    (role === "tool") === (typeof rest.toolCallId === "string") ? "" : "toolCallId",
    calls.every(isCall) ? "" : "toolCalls",
  ].filter((problem) => problem !== "");
}

function isCall(call: JsonObject | undefined): boolean {
  const called = objectOf(call?.function);
  if (typeof call?.id !== "string" || typeof called?.name !== "string") return false;
  return objectOf(JSON.parse(textOf(called.arguments) ?? "null")) !== undefined;
}
