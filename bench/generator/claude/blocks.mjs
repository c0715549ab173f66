/** The beginning of a response: sometimes reasoning, sometimes a few words. */
export function thoughtsAndWords(random, text) {
  const blocks = [];
  if (random.chance(0.12))
    blocks.push({
      type: "thinking",
      thinking: text.rich(random.spread(200, 2500)),
      signature: random.hex(1150),
    });
  if (random.chance(0.45)) blocks.push({ type: "text", text: text.rich(random.spread(60, 1500)) });
  return blocks;
}

/** The result of a call as the model saw it. */
export function resultBlock({ block, content, failed }) {
  return {
    tool_use_id: block.id,
    type: "tool_result",
    content,
    ...(failed !== undefined && { is_error: failed }),
  };
}
