import { expect, it } from "vitest";
import { exampleHome } from "./binary.js";
import { chatexportWithout } from "./missing-packages.js";
import { conversation } from "./output/conversation.js";

it.each(["--help", "help export", "list --help", "--version", "__complete l"])(
  "needs no plugin for '%s'",
  (line) => {
    const words = line.split(" ").filter((word) => word !== "");
    const { exitCode, stdout, stderr } = chatexportWithout(
      /^(?:@chatexport|\.\/(?:archive|core|document|redact|sink|source))/,
      ...words,
    );
    expect(stderr).toBe("");
    expect(stdout).not.toBe("");
    expect(exitCode).toBe(0);
  },
);

it("loads no reader of a tool that has no store", () => {
  const home = conversation((it) => it.user("a kiln"));
  const listed = (home: string) => chatexportWithout(/source-.*\.parts/, "list", "--home", home);
  expect(listed(home).stderr).toBe("1 session\n");
  expect(listed(exampleHome).stderr).toContain("missing");
});

it.each([
  ["list", "terminal", "document|markdown-it|export|search"],
  ["show latest --no-redact", "terminal", "export|search|list"],
  ["--limit 1 --out out --to jsonl", "jsonl|terminal", "markdown-it|index-page|search|list"],
  ["--limit 1 --out out --to markdown", "markdown|terminal", "markdown-it|index-page|list"],
  ["--limit 1 --out out --to html", "html|terminal", "list\\."],
])("loads for '%s' from Claude Code only what it needs", (line, sinks, others) => {
  const libraries = "commander|sqlite|node-sqlite3|yauzl|picomatch|regexpp|chokidar|fzstd";
  const packages =
    "mcp|search-index|provenance|relocate|transplant|source-(?!claude\\.|claude\\.index)";
  const unneeded = new RegExp(
    `^\\./(?:${packages}|sink-(?!${sinks})|${others})|^(?:\\./)?(?:${libraries})`,
  );
  const words = [...line.split(" "), "--from", "claude", "--home", exampleHome];
  const { exitCode, stdout, stderr } = chatexportWithout(unneeded, ...words);
  expect(stderr).not.toContain("missing");
  expect(exitCode).toBe(0);
  expect(stdout + stderr).not.toBe("");
});
