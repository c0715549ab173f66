import type { Json, JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { Fields } from "@chatexport/core/source";
import { named } from "../records/named-fields.js";
import { textsOf } from "../records/prompts.js";

/** The blocks of a message after its first text. */
export function afterFirstText(blocks: readonly Json[]): Json[] {
  const first = blocks.indexOf(firstText(blocks) ?? null);
  return blocks.filter((_, index) => index !== first);
}

/** The further fields of the block of the first text. */
export function restOfText(blocks: readonly Json[], names: string[]): JsonObject | undefined {
  const block = new Fields(objectOf(firstText(blocks)) ?? {}, named, names);
  block.text("type");
  block.string("text");
  return block.rest();
}

function firstText(blocks: readonly Json[]): Json | undefined {
  return blocks.find((item) => textsOf([item]).length > 0);
}
