import { conversationState } from "../../../packages/source-cursor/src/parse/agent/conversation-state.js";
import { turnMessages } from "../../../packages/source-cursor/src/parse/agent/turns.js";
import { binaryCall } from "../../../packages/source-cursor/src/parse/tools/binary-call.js";
import { readFields } from "../../../packages/source-cursor/src/values/protobuf.js";

/** Messages of protobuf, as blobs of Cursor's agent hold them: none may throw, nor lose its place. */
export function fuzz(bytes: Uint8Array): void {
  const { fields } = readFields(bytes);
  const read = fields.reduce((sum, field) => sum + ("bytes" in field ? field.bytes.length : 0), 0);
  if (read > bytes.length) throw new Error("More was read than there is.");
  conversationState(bytes);
  turnMessages([bytes], () => bytes);
  binaryCall(Buffer.from(bytes).toString("base64"));
}
