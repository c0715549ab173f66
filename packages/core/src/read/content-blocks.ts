import { type Json, objectOf, stringOf } from "../json.js";
import type { Part } from "../model.js";

/** A block of a type that a reader does not know, kept as it is. */
export function unknownBlock(block: Json): Part {
  const type = stringOf(objectOf(block)?.type) ?? typeof block;
  return { type: "unknown", recordType: `block/${type}`, native: block };
}
