import { defined, type JsonObject, type Message, type Part } from "@chatexport/core";
import { filled } from "../../values/json-text.js";
import type { ConversationState } from "./conversation-state.js";

/** The texts that a person wrote, in the order of the parts. */
export function typedIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) =>
    part.type === "text" && part.synthetic === undefined ? part.text : [],
  );
}

/** True when a person wrote the message. */
export function isPrompt({ role, synthetic, parts }: Message): boolean {
  return (
    role === "user" &&
    !synthetic &&
    parts.some((part) => part.type === "text" && !part.synthetic && part.text.trim() !== "")
  );
}

/** The number of messages that a person wrote. */
export function promptCount(messages: readonly Message[]): number {
  return messages.filter(isPrompt).length;
}

/** The directory that the first message of the command line names: "Workspace Path: /home/mira/shop". */
export function workspacePath(messages: readonly Message[]): string | undefined {
  for (const { parts } of messages.slice(0, 10))
    for (const part of parts) {
      const isTools = part.type === "text" && part.synthetic === "context";
      const path = isTools ? /^Workspace Path: (.{1,1000})$/m.exec(part.text)?.[1] : undefined;
      if (path !== undefined && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path)) return path.trim();
    }
  return undefined;
}

/** The fields of a conversation's state that the model has not; undefined when there are none. */
export function nativeOf(
  mode: string | undefined,
  state: ConversationState | undefined,
  more: JsonObject = {},
): JsonObject | undefined {
  const { usedTokens: contextTokensUsed, maxTokens: contextTokenLimit } = state ?? {};
  return filled(defined({ mode, contextTokensUsed, contextTokenLimit, ...more }));
}

/** Gives the same id a number from the second time on: `a`, `a~2`, `a~3`. */
export function uniqueIds(): (id: string) => string {
  const given = new Set<string>();
  // Counting goes on where it stopped: from 1 each time, many equal ids would take quadratic time.
  const counts = new Map<string, number>();
  return (id) => {
    let count = counts.get(id) ?? 1;
    let unique = id;
    while (given.has(unique)) unique = `${id}~${++count}`;
    counts.set(id, count);
    given.add(unique);
    return unique;
  };
}
