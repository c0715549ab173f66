import { type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, stringOf, textOf } from "@chatexport/core/read";
import { jsonObjectOf } from "../../values/json-text.js";
import { bytesOfText, readFields, utf8Of } from "../../values/protobuf.js";
import { timeOf } from "../../values/times.js";

/*
 * The agent's own state of a conversation: protobuf messages of the package `agent.v1`, whose 32-byte
 * fields are SHA-256 ids of blobs. Seen from the editor 3.0 on and in every `store.db`. The numbers of
 * the fields were found by readers and writers of the format; Cursor does not publish them.
 */

/** `ConversationStateStructure`: the root of a conversation. */
export interface ConversationState {
  /** Ids of the messages as the model got them, in order. */
  messages: string[];
  /** Ids in the field that held the turns once; other versions keep subtrees or a title there. */
  oldTurns: string[];
  /** Each turn, or the id of the blob that holds it. */
  turns: Uint8Array[];
  /** Tokens in the context. */
  usedTokens?: number;
  maxTokens?: number;
  /** RFC 3339, UTC. */
  startedAt?: string;
  mode?: string;
  /** The first folder of the workspace: "file:///home/mira/shop". */
  workspaceUri?: string;
  /** Path of the repository, and the branch that was checked out. */
  repository?: string;
  branch?: string;
}

const modes = [undefined, "agent", "ask", "plan", "debug", "triage"];

/** A state from its bytes; what cannot be read of it is absent. */
export function conversationState(bytes: Uint8Array): ConversationState {
  const fields = readFields(bytes);
  const tokens = fields.message(5);
  const [uri] = fields.all(9);
  const git = fields.message(21);
  return present({
    messages: fields.all(1).flatMap((bytes) => idOf(bytes) ?? []),
    oldTurns: fields.all(2).flatMap((bytes) => idOf(bytes) ?? []),
    turns: fields.all(8),
    usedTokens: tokens?.number(1),
    maxTokens: tokens?.number(2),
    startedAt: timeOf(fields.number(26)),
    mode: modes[fields.number(10) ?? 0],
    workspaceUri: textOf(uri && utf8Of(uri)),
    repository: textOf(git?.text(1)),
    branch: textOf(git?.text(2)),
  });
}

/**
 * The state in `composerData.conversationState`: "~" and base64; before, hex, JSON, or the id of the blob
 * that is the root.
 */
export function composerState(data: JsonObject): { state?: ConversationState; root?: string } {
  const value = data.conversationState;
  const text = stringOf(value)?.trim() ?? "";
  const fields = jsonObjectOf(value);
  if (fields) return { state: stateFromJson(fields) };
  // JSON that is cut off.
  if (text.startsWith("{")) return {};
  if (/^[0-9a-f]{64}$/i.test(text)) return { root: text.toLowerCase() };
  const bytes = text.startsWith("~")
    ? Buffer.from(text.slice(1), "base64")
    : bytesOfText(text, "base64");
  return bytes.length === 0 ? {} : { state: conversationState(bytes) };
}

/** True when a state names messages, or has turns. */
export function saysMessages(state: ConversationState | undefined): boolean {
  return state !== undefined && state.messages.length + state.turns.length > 0;
}

/** The names and encodings that protobuf has for JSON: bytes are base64. */
function stateFromJson(fields: JsonObject): ConversationState {
  const bytesIn = (value: Json | undefined) =>
    (listOf(value) ?? []).flatMap((item) => {
      const text = stringOf(item) ?? "";
      const encoding = /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64";
      return text === "" ? [] : [new Uint8Array(Buffer.from(text, encoding))];
    });
  const messages = bytesIn(fields.rootPromptMessagesJson ?? fields.root_prompt_messages_json);
  return {
    messages: messages.flatMap((bytes) => idOf(bytes) ?? []),
    oldTurns: [],
    turns: bytesIn(fields.turns),
  };
}

/** The id of a blob, when the bytes have its length. */
export function idOf(bytes: Uint8Array): string | undefined {
  return bytes.length === 32 ? Buffer.from(bytes).toString("hex") : undefined;
}
