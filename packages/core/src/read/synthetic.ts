import type { Part, Synthetic } from "../model.js";

/** The reason why the tool wrote a message, where it wrote all of its parts. */
export function syntheticOf(parts: readonly Part[]): Synthetic | undefined {
  const kinds = parts.map((part) => (part.type === "text" ? part.synthetic : undefined));
  return kinds.every((kind) => kind !== undefined) ? kinds[0] : undefined;
}
