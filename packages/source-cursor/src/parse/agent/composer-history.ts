import type { JsonObject } from "@chatexport/core";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import { agentKvBlobs } from "./blobs.js";
import {
  type ConversationState,
  composerState,
  conversationState,
  saysMessages,
} from "./conversation-state.js";

/** True when the agent keeps messages of a composer: its row names them, or its last checkpoint does. */
export function hasAgentHistory(rows: KeyValues, data: JsonObject, id: string): boolean {
  const { state, root } = composerState(data);
  return root !== undefined || saysMessages(state) || saysMessages(rootState(rows, data, id));
}

/** The state of a composer in the blob that its row or its last checkpoint names. */
export function rootState(
  rows: KeyValues,
  data: JsonObject,
  id: string,
): ConversationState | undefined {
  const [root] = messageIds(rows, data, id);
  const bytes = agentKvBlobs(rows)(root ?? "");
  return bytes && conversationState(bytes);
}

/** The beginning of the messages of a composer: those of its state, else the root of its last checkpoint. */
export function messageIds(rows: KeyValues, data: JsonObject, composerId: string): string[] {
  const { state, root } = composerState(data);
  if (state && state.messages.length > 0) return state.messages;
  const first = root ?? rootAt(rows, `agentKv:checkpoint:${composerId}`);
  return first === undefined ? [] : [first];
}

/** The messages that the states after each bubble name, without those that are known. */
export function earlierMessageIds(
  rows: KeyValues,
  composerId: string,
  known: ReadonlySet<string>,
): string[] {
  const blobs = agentKvBlobs(rows);
  const ids = new Set<string>();
  for (const { key } of rows.keys(`agentKv:bubbleCheckpoint:${composerId}:`)) {
    const bytes = blobs(rootAt(rows, key) ?? "");
    for (const id of (bytes && conversationState(bytes).messages) ?? []) ids.add(id);
  }
  return [...ids].filter((id) => !known.has(id));
}

/** The key of a composer's last checkpoint, where it is there and names no state: then nothing can be found. */
export function brokenCheckpoint(rows: KeyValues, composerId: string): string | undefined {
  const key = `agentKv:checkpoint:${composerId}`;
  const text = textOfValue(rows.value(key));
  return text !== undefined && text !== "" && rootAt(rows, key) === undefined ? key : undefined;
}

/** The id of a state, in hex. */
function rootAt(rows: KeyValues, key: string): string | undefined {
  const root = textOfValue(rows.value(key))?.trim().toLowerCase();
  return root !== undefined && /^[0-9a-f]{64}$/.test(root) ? root : undefined;
}
