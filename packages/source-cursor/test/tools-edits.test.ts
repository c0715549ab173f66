import type { FileEdit, Json, JsonObject } from "@chatexport/core";
import { describe, expect, test } from "vitest";
import { toolCall } from "../src/parse/tools/tool-call.js";
import { type Around, callIn, stored } from "./support/tool-calls.js";

const nothing = "composer.content.e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const path = "src/cart.ts";

function editsIn(data: JsonObject, around?: Around): FileEdit[] | undefined {
  const call = callIn(data, around);
  return call && "edits" in call ? call.edits : undefined;
}

function line(type: string, content: string, original?: number, modified?: number): JsonObject {
  return {
    type,
    content,
    ...(original !== undefined && { originalLineNumber: original }),
    ...(modified !== undefined && { modifiedLineNumber: modified }),
  };
}

describe("edits, from the best source", () => {
  const chunks = [
    { diffString: " a\n-b\n+c\n", oldStart: 4, newStart: 4, oldLines: 2, newLines: 2 },
  ];
  const hunk = {
    oldStart: 4,
    oldLines: 2,
    newStart: 4,
    newLines: 2,
    lines: [" a", "-b", "+c"],
  };
  const replacement = { file_path: path, old_string: "b", new_string: "c" };
  const contents = new Map([
    ["composer.content.1", "a\nb\n"],
    ["composer.content.2", "a\nc\n"],
  ]);
  const contentOf = (key: string) => contents.get(key);
  const ids = { beforeContentId: "composer.content.1", afterContentId: "composer.content.2" };

  test("the lines that the editor computed", () => {
    const lines = [line("removed", "b", 5), line("added", "c", undefined, 5)];
    const data = stored(
      "edit_file_v2",
      replacement,
      { ...ids, diff: { chunks } },
      {
        additionalData: { precomputedDiff: { lines } },
      },
    );
    expect(editsIn(data, { contentOf })).toEqual([
      {
        path,
        kind: "update",
        hunks: [{ oldStart: 5, oldLines: 1, newStart: 5, newLines: 1, lines: ["-b", "+c"] }],
      },
    ]);
  });

  test("chunks that name no lines are pieces before and after", () => {
    const chunks = [{ diffString: "@@ cart @@\n a\n-b\n+c" }, { diffString: "+d", oldStart: 9 }];
    const data = stored("search_replace", { file_path: path }, { diff: { chunks } });
    expect(editsIn(data)).toEqual([
      { path, kind: "update", before: "a\nb\n", after: "a\nc\n" },
      { path, kind: "update", before: "", after: "d\n" },
    ]);
  });

  test("the chunks of the result, which it does not repeat", () => {
    const data = stored("search_replace", replacement, { diff: { chunks }, isApplied: true });
    expect(editsIn(data)).toEqual([{ path, kind: "update", hunks: [hunk] }]);
    expect(callIn(data)?.result?.output).toEqual({ isApplied: true });
  });

  test("the contents before and after", () => {
    const data = stored("edit_file_v2", replacement, ids);
    expect(editsIn(data, { contentOf })).toEqual([
      { path, kind: "update", before: "a\nb\n", after: "a\nc\n" },
    ]);
  });

  test("no content before: a new file", () => {
    const result = { beforeContentId: nothing, afterContentId: "composer.content.2" };
    expect(editsIn(stored("edit_file_v2", { path }, result), { contentOf })).toEqual([
      { path, kind: "create", after: "a\nc\n" },
    ]);
  });

  test("the replacement, when a content is gone", () => {
    expect(editsIn(stored("edit_file_v2", replacement, ids))).toEqual([
      { path, kind: "update", before: "b", after: "c" },
    ]);
  });

  test.each<[string, JsonObject, Json[] | undefined, object]>([
    [
      "what streamed in",
      { params: { relativeWorkspacePath: path, streamingContent: "s" } },
      [],
      {},
    ],
    [
      "what the editor shows",
      { params: { relativeWorkspacePath: path }, additionalData: { codeblock: { content: "s" } } },
      [{ content: "other" }],
      {},
    ],
    [
      "the code block of the bubble",
      { params: { relativeWorkspacePath: path } },
      [{ content: "s" }],
      {},
    ],
    ["a sketch", { rawArgs: JSON.stringify({ target_file: path, code_edit: "s" }) }, [], {}],
    [
      "a whole file",
      { rawArgs: JSON.stringify({ file_path: path, contents: "s" }) },
      [],
      { kind: "create" },
    ],
  ])("%s", (_, data, codeBlocks = [], expected) => {
    expect(editsIn({ name: "edit_file_v2", ...data }, { codeBlocks })).toEqual([
      { path, kind: "update", after: "s", ...expected },
    ]);
  });

  test("the path alone", () => {
    expect(editsIn(stored("reapply", { target_file: path }))).toEqual([{ path, kind: "update" }]);
    expect(editsIn(stored("reapply", {}))).toBeUndefined();
  });

  test("several replacements", () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "c", new_string: "" },
    ];
    expect(editsIn(stored("MultiEdit", { file_path: path, edits }))).toEqual([
      { path, kind: "update", before: "a", after: "b" },
      { path, kind: "update", before: "c", after: "" },
    ]);
  });

  test("a replacement of nothing creates the file", () => {
    const data = stored("search_replace", { file_path: path, old_string: "", new_string: "x" });
    expect(editsIn(data)).toEqual([{ path, kind: "create", after: "x" }]);
  });

  test("an edit that the user rejected keeps what was proposed", () => {
    const data = stored("search_replace", replacement, { rejected: true });
    expect(callIn(data)).toMatchObject({
      status: "rejected",
      edits: [{ before: "b", after: "c" }],
    });
  });

  test("what the command line reports", () => {
    const call = toolCall({
      id: "1",
      name: "StrReplace",
      input: { path, old_string: "b", new_string: "c" },
      result: {
        content: [{ type: "text", text: "The file was changed." }],
        output: {
          output: {
            success: {
              diffString: "--- a\n+++ b\n@@ -4,2 +4,2 @@\n a\n-b\n+c\n",
              beforeFullFileContent: "1\n2\n3\na\nb\n",
              afterFullFileContent: "1\n2\n3\na\nc\n",
            },
          },
        },
      },
    });
    expect(call).toMatchObject({
      kind: "edit",
      edits: [
        {
          path,
          kind: "update",
          hunks: [hunk],
          before: "1\n2\n3\na\nb\n",
          after: "1\n2\n3\na\nc\n",
        },
      ],
    });
    expect(call.result?.output).toBeUndefined();
  });
});

describe("diffs by line", () => {
  function hunksOf(lines: Json[]) {
    const additionalData = { precomputedDiff: { lines } };
    return editsIn({ name: "edit_file_v2", params: { targetFile: path }, additionalData })?.[0]
      ?.hunks;
  }

  test("a new file", () => {
    const lines = [line("added", "a", undefined, 1), line("added", "b", undefined, 2)];
    const additionalData = { precomputedDiff: { lines } };
    const data = { name: "edit_file_v2", params: { targetFile: path }, additionalData };
    expect(editsIn(data)).toEqual([
      {
        path,
        kind: "create",
        hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines: ["+a", "+b"] }],
      },
    ]);
  });

  test("lines left out begin a new hunk, whose places know of the lines added above", () => {
    const lines = [
      line("unchanged", "one", 1, 1),
      line("added", "two", undefined, 2),
      line("removed", "nine", 9),
      line("unchanged", "ten", 10, 10),
    ];
    expect(hunksOf(lines)).toEqual([
      { oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [" one", "+two"] },
      { oldStart: 9, oldLines: 2, newStart: 10, newLines: 1, lines: ["-nine", " ten"] },
    ]);
  });

  test("of a whole file, three lines around each change stay", () => {
    const lines = Array.from({ length: 30 }, (_, index) =>
      line(index === 4 || index === 20 ? "removed" : "unchanged", `${index + 1}`, index + 1),
    );
    expect(hunksOf(lines)).toEqual([
      {
        oldStart: 2,
        oldLines: 7,
        newStart: 2,
        newLines: 6,
        lines: [" 2", " 3", " 4", "-5", " 6", " 7", " 8"],
      },
      {
        oldStart: 18,
        oldLines: 7,
        newStart: 17,
        newLines: 6,
        lines: [" 18", " 19", " 20", "-21", " 22", " 23", " 24"],
      },
    ]);
  });

  test("changes close together are one hunk", () => {
    const lines = Array.from({ length: 9 }, (_, index) =>
      line(index === 0 || index === 7 ? "removed" : "unchanged", `${index + 1}`, index + 1),
    );
    expect(hunksOf(lines)).toHaveLength(1);
  });

  test("without any number there are no hunks", () => {
    expect(hunksOf([line("removed", "a"), line("added", "b")])).toBeUndefined();
  });
});

describe("patches", () => {
  const patch = [
    "*** Begin Patch",
    "*** Update File: src/cart.ts",
    "@@ function total()",
    " let sum = 0;",
    "-return sum",
    "+return round(sum);",
    "@@",
    "+export {};",
    "*** Add File: src/round.ts",
    "+export const round = Math.round;",
    "*** Update File: src/old.ts",
    "*** Move to: src/new.ts",
    "-a",
    "+b",
    "*** Delete File: src/gone.ts",
    "*** End Patch",
    "",
  ].join("\n");
  const edits = [
    {
      path: "src/cart.ts",
      kind: "update",
      before: "let sum = 0;\nreturn sum\n",
      after: "let sum = 0;\nreturn round(sum);\n",
    },
    { path: "src/cart.ts", kind: "update", before: "", after: "export {};\n" },
    { path: "src/round.ts", kind: "create", after: "export const round = Math.round;\n" },
    { path: "src/old.ts", kind: "move", newPath: "src/new.ts", before: "a\n", after: "b\n" },
    { path: "src/gone.ts", kind: "delete" },
  ];

  test("as the text that the model wrote", () => {
    const data = { name: "apply_patch", rawArgs: patch };
    expect(callIn(data)).toMatchObject({ rawInput: patch, kind: "edit", edits });
  });

  test("as an argument", () => {
    expect(editsIn(stored("apply_patch", { patch }))).toEqual(edits);
    expect(toolCall({ id: "1", name: "ApplyPatch", input: patch })).toMatchObject({ edits });
  });

  test("a diff of the result has the line numbers that a patch of one file lacks", () => {
    const one = "*** Begin Patch\n*** Update File: a.ts\n@@\n-b\n+c\n*** End Patch";
    const chunks = [{ diffString: "-b\n+c", oldStart: 9, newStart: 9 }];
    expect(editsIn(stored("apply_patch", { patch: one }, { diff: { chunks } }))).toEqual([
      {
        path: "a.ts",
        kind: "update",
        hunks: [{ oldStart: 9, oldLines: 1, newStart: 9, newLines: 1, lines: ["-b", "+c"] }],
      },
    ]);
  });

  test("what is no patch has no edits", () => {
    expect(editsIn({ name: "apply_patch", rawArgs: "change it" })).toBeUndefined();
  });
});
