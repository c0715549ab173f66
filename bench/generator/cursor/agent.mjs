import { createHash } from "node:crypto";

/**
 * The agent's own state of one chat, as rows that are found by the hash of their content: a quarter
 * are messages in JSON, which `state` lists in order, the rest are parts of trees in protobuf.
 */
export function agentStateOf(random, text, put) {
  const messages = [];

  function blob(value) {
    const hash = createHash("sha256").update(value).digest();
    put(`agentKv:blob:${hash.toString("hex")}`, value);
    return hash;
  }

  function message(value) {
    messages.push(blob(Buffer.from(JSON.stringify(value))));
  }

  /** A message with the result of a call, as the model saw it. */
  function toolResult(toolCallId, toolName, result) {
    const experimental_content = [{ type: "text", text: result }];
    const part = { type: "tool-result", toolCallId, toolName, result, experimental_content };
    message({ id: toolCallId, role: "tool", content: [part] });
  }

  /** Any row that such a state has. */
  function any() {
    if (!random.chance(0.25)) blob(field(1, Buffer.from(text.output(random.spread(500, 100_000)))));
    else if (random.chance(0.6))
      toolResult(`toolu_01${random.hex(22)}`, "Shell", text.output(random.spread(200, 30_000)));
    else
      message({
        id: "1",
        role: "assistant",
        content: [{ type: "text", text: text.rich(random.spread(100, 4000)) }],
      });
  }

  /** The field `conversationState` of the composer. */
  function state() {
    return `~${Buffer.concat(messages.map((hash) => field(1, hash))).toString("base64")}`;
  }

  return { any, toolResult, state };
}

/** A field of bytes in the wire format of protobuf. */
function field(number, bytes) {
  const head = [(number << 3) | 2];
  let rest = bytes.length;
  for (; rest > 0x7f; rest >>>= 7) head.push((rest & 0x7f) | 0x80);
  head.push(rest);
  return Buffer.concat([Buffer.from(head), bytes]);
}
