import type { Part, TextPart } from "../model.js";
import type { Fields } from "./fields.js";
import { addNative, type Holder } from "./holder.js";

/** The parts of a text, or of a list of blocks, in a field; undefined when it is neither. An empty text is none. */
export function textOrBlocks(
  fields: Fields,
  name: string,
  partsOf: (block: Fields) => Part | readonly Part[],
): Part[] | undefined {
  const text = fields.string(name);
  if (text !== undefined) return text === "" ? [] : [{ type: "text", text }];
  return fields.list(name)?.flatMap(partsOf);
}

/** The text in a field of a block; undefined where it holds none. */
export function textPart(block: Fields, name = "text"): TextPart | undefined {
  const text = block.string(name);
  return text === undefined ? undefined : { type: "text", text };
}

/**
 * The part that a block has become, with what is left of the block. A block of another type or shape, of which there is
 * none, stays as it is, and is told by the name of what it should be.
 */
export function blockPart(
  part: Part | undefined,
  block: Fields,
  name: string,
  type?: string,
): Part {
  if (part) {
    addNative(part as Holder, block.rest());
    return part;
  }
  block.unknown.push(name);
  return { type: "unknown", recordType: `${name}/${type ?? "unknown"}`, native: block.all() };
}
