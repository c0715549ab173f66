import { thoughtIn } from "@chatexport/core/read";
import { expect, test } from "vitest";

test("a thought in a tag is told from the answer behind it", () => {
  expect(thoughtIn("\n<think>\nA <b>.\n</think>\n\nYes.")).toEqual({
    thought: "A <b>.",
    said: "Yes.",
  });
  expect(thoughtIn("<thinking></thinking> Yes.")).toEqual({ thought: "", said: "Yes." });
  for (const text of ["Yes <think>a</think>", "<think>a</thinking>", "<think>a"])
    expect(thoughtIn(text)).toBeUndefined();
});
