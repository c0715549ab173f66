import { expect, test } from "vitest";
import type { JsonObject } from "../src/json.js";
import { blockPart, fieldsNaming, textOrBlocks, todosIn } from "../src/source/portable.js";

const fieldsOf = fieldsNaming({ kept: new Set(["size"]) });

/** The parts of a content, with what is told of it. */
function read(content: JsonObject["content"]) {
  const fields = fieldsOf({ content: content as never });
  const parts = textOrBlocks(fields, "content", (block) => {
    const [type, text] = [block.text("type"), block.text("text")];
    return blockPart(text === undefined ? undefined : { type: "text", text }, block, "block", type);
  });
  return { parts, rest: fields.rest(), unknown: fields.unknown };
}

test("a text and a list of blocks become parts; an empty one of either has none", () => {
  expect(read("Sail").parts).toEqual([{ type: "text", text: "Sail" }]);
  expect(read([{ type: "text", text: "Reef" }]).parts).toEqual([{ type: "text", text: "Reef" }]);
  expect(read("").parts).toEqual([]);
  expect(read([])).toEqual({ parts: [], rest: undefined, unknown: [] });
});

test("what is neither has no parts, and stays", () => {
  expect(read(["Sail"])).toEqual({
    parts: undefined,
    rest: { content: ["Sail"] },
    unknown: ["content"],
  });
  expect(read({ text: "Sail" }).parts).toBeUndefined();
});

test("a part keeps what is left of its block; a block without one stays as it is, and is told", () => {
  const blocks = [
    { type: "text", text: "Sail", size: 3 },
    { type: "tide", height: 3 },
  ];
  expect(read(blocks)).toEqual({
    parts: [
      { type: "text", text: "Sail", native: { size: 3 } },
      { type: "unknown", recordType: "block/tide", native: { type: "tide", height: 3 } },
    ],
    rest: undefined,
    unknown: ["block"],
  });
});

test("a todo of another shape is left of its list", () => {
  const fields = fieldsOf({
    todos: [
      { content: "Reef", status: "done", owner: "ida" },
      { content: 7, status: "pending" },
    ],
  });
  expect(todosIn(fields, "todos", "content")).toEqual([{ text: "Reef", status: "completed" }]);
  expect(fields.rest()).toEqual({ todos: [{ owner: "ida" }, { content: 7 }] });
  expect(fields.unknown).toEqual(["owner", "content"]);
});
