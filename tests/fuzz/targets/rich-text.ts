import { richText } from "../../../packages/source-cursor/src/parse/composer/prompt-text.js";
import { valueFrom } from "../value-from.js";

const words =
  "root children type text paragraph mention linebreak code language mentionName storedString list".split(
    " ",
  );

/**
 * The text that was typed into Cursor's editor, as it keeps it (Lexical): a text comes out,
 * whatever goes in.
 */
export function fuzz(bytes: Uint8Array): void {
  const value = { root: { children: [valueFrom(bytes, words)] } };
  for (const stored of [value, JSON.stringify(value), Buffer.from(bytes).toString()])
    if (typeof richText(stored) !== "string") throw new Error("No text came out.");
}
