import { expect, test } from "vitest";
import type { FileEdit } from "../src/index.js";
import { describedEdits, replacementsOf } from "../src/turns/edit-texts.js";

const hunk = { oldStart: 3, oldLines: 2, newStart: 3, newLines: 2, lines: [" a", "-b", "+c"] };
const edit: FileEdit = { kind: "update", path: "src/a.ts" };

test("an edit replaces what each hunk removes, or one text by another", () => {
  expect(replacementsOf({ ...edit, hunks: [hunk] })).toEqual([{ before: "a\nb", after: "a\nc" }]);
  expect(replacementsOf({ ...edit, before: "b", after: "" })).toEqual([{ before: "b", after: "" }]);
});

test("an edit that does not say what it replaces has no replacements", () => {
  expect(replacementsOf({ ...edit, hunks: [{ ...hunk, oldLines: 0 }] })).toBeUndefined();
  expect(replacementsOf({ ...edit, before: "b" })).toBeUndefined();
  expect(replacementsOf({ ...edit, before: "", after: "c" })).toBeUndefined();
  expect(replacementsOf(edit)).toBeUndefined();
});

test("edits as text are their files with diffs, or with what was written", () => {
  const moved: FileEdit = { kind: "move", path: "b.ts", newPath: "c.ts" };
  const written: FileEdit = { kind: "create", path: "d.ts", after: "new" };
  const both: FileEdit = { ...edit, before: "old", after: "new" };
  expect(describedEdits([{ ...edit, hunks: [hunk] }, moved, written, both])).toBe(
    [
      "update src/a.ts\n@@ -3,2 +3,2 @@\n a\n-b\n+c",
      "move b.ts to c.ts",
      "create d.ts\nAfter:\nnew",
      "update src/a.ts\nBefore:\nold\nAfter:\nnew",
    ].join("\n\n"),
  );
});
