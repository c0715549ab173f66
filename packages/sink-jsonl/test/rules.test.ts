import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { expect, test } from "vitest";
import { atifProblems } from "./atif-rules.js";
import { openaiProblems } from "./openai-rules.js";
import { fixtures } from "./rendering.js";

// Rules that refuse nothing would let every dialect pass.

/** The expected lines of a fixture with one text replaced. */
function changed(file: string, before: string, after: string): JsonObject[] {
  const text = readFileSync(join(fixtures, file), "utf8").replaceAll(/\n\s*/g, "");
  expect(text).toContain(before);
  return JSON.parse(text.replace(before, after));
}

test.each([
  ['"role": "tool"', '"role": "system"'],
  ['"tool_call_id": "call-1"', '"tool_call_id": "call-2"'],
  ['"arguments": "{', '"arguments": "[{}]", "x": "{'],
  ['"content": "The total', '"text": "The total'],
  ['"image_url": {', '"image": {'],
  ['"reasoning_content"', '"thinking"'],
  ['"role": "user"', '"role": "human"'],
])("a trainer would refuse %s as %s", (before, after) => {
  const file = "conversation/expected.openai.json";
  expect(changed(file, before, after).flatMap(openaiProblems)).not.toEqual([]);
});

test.each([
  ['"step_id": 2', '"step_id": 3'],
  ['"source": "agent"', '"source": "user"'],
  ['"source": "agent"', '"source": "assistant"'],
  ['"source_call_id": "call-1"', '"source_call_id": "call-2"'],
  ['"arguments": {', '"arguments": [], "x": {'],
  ['"media_type": "image/png"', '"media_type": "image/bmp"'],
  ['"total_steps": ', '"total_steps": 1'],
  ['"prompt_tokens"', '"input_tokens"'],
  ["ATIF-v1.8", "ATIF-v9"],
])("a validator of ATIF would refuse %s as %s", (before, after) => {
  const file = "conversation/expected.atif.json";
  expect(changed(file, before, after).flatMap(atifProblems)).not.toEqual([]);
});

test("a validator of ATIF would refuse a reference to nothing and an id that stands twice", () => {
  const file = "subagents/expected.atif.json";
  const dangling = changed(file, '"trajectory_id": "searcher"', '"trajectory_id": "nobody"');
  expect(dangling.flatMap(atifProblems)).toContain("steps[1]: reference to nothing");
  const twice = changed(file, '"searcher#2","agent"', '"searcher","agent"');
  expect(twice.flatMap(atifProblems)).toContain("trajectory_id is not unique");
});
