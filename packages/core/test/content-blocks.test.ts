import { expect, test } from "vitest";
import { unknownBlock } from "../src/read/index.js";

test.each([
  [{ type: "hologram", depth: 3 }, "block/hologram"],
  [{ depth: 3 }, "block/object"],
  ["a text", "block/string"],
])("the block %j is kept as it is under a type of its own", (block, recordType) => {
  expect(unknownBlock(block)).toEqual({ type: "unknown", recordType, native: block });
});
