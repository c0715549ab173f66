import { type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { jsonObjectOf } from "../../values/json-text.js";
import {
  allBytes,
  bytesOfText,
  type Fields,
  lastBytes,
  numberField,
  readFields,
  textField,
  utf8Of,
} from "../../values/protobuf.js";
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

/** `ConversationTurnStructure`: a prompt with the steps of the answer, or a command of the user's shell. */
export type Turn =
  | { kind: "agent"; prompt?: Uint8Array; steps: Uint8Array[]; requestId?: string }
  | { kind: "shell"; command?: Uint8Array; output?: Uint8Array };

/** `ConversationStep`. */
type Step =
  | { kind: "text"; text: string }
  | { kind: "thinking"; text: string }
  | { kind: "tool"; call: Uint8Array };

const modes = [undefined, "agent", "ask", "plan", "debug", "triage"];

/** A state from its bytes; what cannot be read of it is absent. */
export function conversationState(bytes: Uint8Array): ConversationState {
  const fields = readFields(bytes);
  const tokens = lastBytes(fields, 5);
  const details = tokens && readFields(tokens);
  const [uri] = allBytes(fields, 9);
  const repository = lastBytes(fields, 21);
  const git = repository && readFields(repository);
  return present({
    messages: idsIn(fields, 1),
    oldTurns: idsIn(fields, 2),
    turns: allBytes(fields, 8),
    usedTokens: details && numberField(details, 1),
    maxTokens: details && numberField(details, 2),
    startedAt: timeOf(numberField(fields, 26)),
    mode: modes[numberField(fields, 10) ?? 0],
    workspaceUri: textOf(uri && utf8Of(uri)),
    repository: textOf(git && textField(git, 1)),
    branch: textOf(git && textField(git, 2)),
  });
}

/** A turn from its bytes. */
export function turnOf(bytes: Uint8Array): Turn | undefined {
  const turn = readFields(bytes);
  const agent = lastBytes(turn, 1);
  if (agent) {
    const fields = readFields(agent);
    return present({
      kind: "agent",
      prompt: lastBytes(fields, 1),
      steps: allBytes(fields, 2),
      requestId: textField(fields, 3),
    });
  }
  const shell = lastBytes(turn, 2);
  if (!shell) return undefined;
  const fields = readFields(shell);
  return present({ kind: "shell", command: lastBytes(fields, 1), output: lastBytes(fields, 2) });
}

/** The text of a `UserMessage` and its id, which is the id of the bubble. */
export function userMessageOf(bytes: Uint8Array): { text: string; id?: string } | undefined {
  const fields = readFields(bytes);
  const text = textField(fields, 1);
  return text === undefined ? undefined : present({ text, id: textOf(textField(fields, 2)) });
}

/** A step from its bytes. */
export function stepOf(bytes: Uint8Array): Step | undefined {
  const fields = readFields(bytes);
  const message = lastBytes(fields, 1);
  if (message) return { kind: "text", text: textField(readFields(message), 1) ?? "" };
  const call = lastBytes(fields, 2);
  if (call) return { kind: "tool", call };
  const thinking = lastBytes(fields, 3);
  return thinking && { kind: "thinking", text: textField(readFields(thinking), 1) ?? "" };
}

/** The place of a composer's state: its row, or a blob that the row names. */
type StateLocation = { state: ConversationState } | { root: string };

/** The state in `composerData.conversationState`: "~" and base64; before, hex, the id of a blob, or JSON. */
export function composerState(data: JsonObject): StateLocation | undefined {
  const value = data.conversationState;
  const fields = objectOf(value);
  if (fields) return { state: stateFromJson(fields) };
  const text = stringOf(value)?.trim() ?? "";
  if (text.startsWith("{")) {
    const parsed = jsonObjectOf(text);
    return parsed && { state: stateFromJson(parsed) };
  }
  if (/^[0-9a-f]{64}$/i.test(text)) return { root: text.toLowerCase() };
  const bytes = text.startsWith("~")
    ? Buffer.from(text.slice(1), "base64")
    : bytesOfText(text, "base64");
  return bytes.length === 0 ? undefined : { state: conversationState(bytes) };
}

/** True when the row of a composer names messages of the agent; reads nothing but the row. */
export function hasAgentMessages(data: JsonObject): boolean {
  const found = composerState(data);
  if (!found || "root" in found) return found !== undefined;
  return found.state.messages.length > 0 || found.state.turns.length > 0;
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

function idsIn(fields: Fields, number: number): string[] {
  return allBytes(fields, number).flatMap((bytes) => idOf(bytes) ?? []);
}

/** The id of a blob, when the bytes have its length. */
export function idOf(bytes: Uint8Array): string | undefined {
  return bytes.length === 32 ? Buffer.from(bytes).toString("hex") : undefined;
}
