/** Takes apart an answer that begins with a thought in a tag, which is empty where the model was told not to think. */
export function thoughtIn(text: string): { thought: string; said: string } | undefined {
  const found = /^\s{0,20}<(think|thinking)>([\s\S]*?)<\/\1>\s{0,20}/.exec(text);
  if (!found) return undefined;
  return { thought: (found[2] ?? "").trim(), said: text.slice(found[0].length) };
}
