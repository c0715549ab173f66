import { defined, type JsonObject, type Message } from "@chatexport/core";
import type { ConversationState } from "./conversation-state.js";

/** Whether a person wrote the message. */
export function isPrompt({ role, synthetic, parts }: Message): boolean {
  return (
    role === "user" &&
    !synthetic &&
    parts.some((part) => part.type === "text" && !part.synthetic && part.text.trim() !== "")
  );
}

/** How many messages a person wrote. */
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

/** What the state of a conversation says that has no field of its own; undefined when it says nothing. */
export function nativeOf(
  mode: string | undefined,
  state: ConversationState | undefined,
  more: JsonObject = {},
): JsonObject | undefined {
  const native = defined({
    mode,
    contextTokensUsed: state?.usedTokens,
    contextTokenLimit: state?.maxTokens,
    ...more,
  });
  return Object.keys(native).length > 0 ? native : undefined;
}
