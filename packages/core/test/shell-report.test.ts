import { describe, expect, test } from "vitest";
import { shellReport } from "../src/read/index.js";

describe("the report of a shell tool", () => {
  test("is taken apart into output, exit code and notes", () => {
    const lines = [
      "Command: make it",
      "Directory: (root)",
      "Output: one",
      "Error: (none)",
      "two",
      "Error: (none)",
      "Exit Code: 3",
      "Signal: 15",
      "Process Group PGID: (none)",
    ];
    expect(shellReport(lines.join("\n"))).toEqual({
      output: "one\nError: (none)\ntwo",
      exitCode: 3,
      notes: { Signal: "15" },
    });
  });

  test("is an output where a tool puts nothing around it", () => {
    for (const output of ["", "plain\ntext", "Command: of somebody", "Exit Code: 3"])
      expect(shellReport(output)).toEqual({ output, notes: {} });
    expect(shellReport("Error: no such file\nExit Code: x")).toEqual({
      output: "Error: no such file",
      notes: { "Exit Code": "x" },
    });
  });

  test("is read in one pass, however many lines look like its own", () => {
    expect(shellReport("Exit Code: 0\n".repeat(300_000)).output).toBe("Exit Code: 0");
  });
});
