import type { CallToolResult } from "@modelcontextprotocol/server";

/** In bytes of JSON: hosts refuse answers that are too long, and every word of one takes room from the work at hand. */
export const longestAnswer = 4000;

/** An answer of a tool: the same as structured content and as text, for hosts that read only that. */
export function answer(content: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(content) }], structuredContent: content };
}

/** An answer that says what went wrong, and what to do. */
export function failure(sentence: string): CallToolResult {
  return { content: [{ type: "text", text: sentence }], isError: true };
}

/** These items, from the first one on, as far as they fit into an answer that holds the rest already; at least one. */
export function fittingBeside<Item>(items: readonly Item[], rest: object): Item[] {
  return fitting(items, longestAnswer - bytesOf(rest));
}

/** These items, from the first one on, as far as they fit into so many bytes; at least one. */
export function fitting<Item>(items: readonly Item[], bytes: number): Item[] {
  let left = bytes;
  const taken: Item[] = [];
  for (const item of items) {
    left -= bytesOf(item) + 1;
    if (left < 0 && taken.length > 0) break;
    taken.push(item);
  }
  return taken;
}

/** The number of bytes that a value takes as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
