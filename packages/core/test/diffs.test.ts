import { expect, test } from "vitest";
import {
  dataUrl,
  editsOfPatch,
  pathOfUrl,
  saysSomething,
  unifiedHunks,
} from "../src/read/index.js";

test("hunks of a unified diff are counted, whatever stands before them", () => {
  const diff = "Index: a.ts\n===\n--- a.ts\n+++ a.ts\n@@ -1,9 +1,9 @@\n one\n-two\n+three\n\n";
  expect(unifiedHunks(diff)).toEqual([
    { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [" one", "-two", "+three", " "] },
  ]);
  expect(unifiedHunks("no diff")).toBeUndefined();
  expect(unifiedHunks(7)).toBeUndefined();
});

test("a patch in words becomes an edit for each of its pieces", () => {
  const patch = [
    "*** Begin Patch",
    "*** Update File: old.ts",
    "*** Move to: new.ts",
    "@@",
    " kept",
    "-before",
    "+after",
    "@@",
    "-last",
    "*** Add File: added.ts",
    "+first",
    // Models leave out the space, or the mark, before a line that is blank.
    "",
    "+third",
    "",
    "*** Delete File: gone.ts",
    "*** End Patch",
    "",
  ];
  expect(editsOfPatch(patch.join("\r\n"))).toEqual([
    {
      path: "old.ts",
      kind: "move",
      newPath: "new.ts",
      before: "kept\nbefore\n",
      after: "kept\nafter\n",
    },
    { path: "new.ts", kind: "update", before: "last\n", after: "" },
    { path: "added.ts", kind: "create", after: "first\n\nthird\n" },
    { path: "gone.ts", kind: "delete" },
  ]);
});

test("URLs of data and files are taken apart, and others left", () => {
  expect(dataUrl("data:image/png;base64,AAAA")).toEqual({ mediaType: "image/png", data: "AAAA" });
  expect(dataUrl("https://example.test/a.png")).toBeUndefined();
  expect(pathOfUrl("/home/ada/a.ts")).toBe("/home/ada/a.ts");
  expect(pathOfUrl("file:///home/ada/a%20b.ts?line=2")).toBe("/home/ada/a b.ts");
  expect(pathOfUrl("file:///c%3A/Ada/a.ts")).toBe("c:\\Ada\\a.ts");
  expect(pathOfUrl("file:///C:/Ada")).toBe("C:\\Ada");
  expect(pathOfUrl("file://quay/ada/a.ts")).toBe("\\\\quay\\ada\\a.ts");
  expect(pathOfUrl("file://%")).toBe("file://%");
});

test("a value says something unless it is empty, false or null", () => {
  for (const value of ["", false, null, undefined, [], {}])
    expect(saysSomething(value)).toBe(false);
  for (const value of ["a", true, 0, [null], { a: null }]) expect(saysSomething(value)).toBe(true);
});
