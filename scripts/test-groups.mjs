// Which tests run under each version of Node, and which under one. Called, it runs the first under this Node;
// words are options of vitest.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The names of tests in folders of `eachNode` in which Node has no part: of changed records, which are JSON, and plain files. */
const others = [
  "is in its session, or a tally names it",
  "is read as far as it can be: (?:aider|claude-ai|cline|codex|continue|copilot|droid|gemini|jsonl|kimi|openhands|pi|qwen|vibe)/",
];

/**
 * Folders of tests, or how their paths begin. In `eachNode` Node has a part: it opens files and databases, unpacks, starts programs
 * and threads. In `oneNode` are functions of texts and sessions, sources of plain files, which core opens, and what commands
 * print and write: they are the same under each; a nightly run looks there, too. A folder in another one of the list
 * is in its own group.
 */
export const groups = {
  eachNode: [
    "packages/archive/",
    "packages/cli/",
    "packages/core/",
    "packages/create-chatexport-plugin/",
    "packages/fidelity/",
    "packages/provenance/",
    "packages/relocate/",
    "packages/search-index/",
    "packages/source-crush/",
    "packages/source-cursor/",
    "packages/source-goose/",
    "packages/source-hermes/",
    "packages/source-opencode/",
    "packages/source-zed/",
    "packages/sqlite/",
    "packages/transplant/",
    "tests/agents/",
    "tests/archive/",
    "tests/faults/",
  ],
  oneNode: [
    "packages/account-exports/",
    "packages/cli/test/continue",
    "packages/cli/test/edit-sessions",
    "packages/cli/test/output/",
    "packages/cli/test/pack-fixtures",
    "packages/document/",
    "packages/mcp/",
    "packages/redact/",
    "packages/sink-claude/",
    "packages/sink-codex/",
    "packages/sink-dataset/",
    "packages/sink-copilot/",
    "packages/sink-gemini/",
    "packages/sink-html/",
    "packages/sink-jsonl/",
    "packages/sink-markdown/",
    "packages/sink-opencode/",
    "packages/sink-parquet/",
    "packages/sink-pi/",
    "packages/sink-terminal/",
    "packages/source-aider/",
    "packages/source-atif/",
    "packages/source-chatgpt/",
    "packages/source-claude",
    "packages/source-cline/",
    "packages/source-codex/",
    "packages/source-continue/",
    "packages/source-copilot/",
    "packages/source-droid/",
    "packages/source-gemini/",
    "packages/source-jsonl/",
    "packages/source-kimi/",
    "packages/source-openhands/",
    "packages/source-pi/",
    "packages/source-qwen/",
    "packages/source-vibe/",
    "packages/testkit/",
    "packages/transplant/test/codex-sessions",
    "packages/transplant/test/edits",
    "packages/transplant/test/records",
    "tests/corpus/",
    "tests/docs/",
    "tests/expressions/",
    "tests/faults/invariants",
    "tests/fuzz/",
    "tests/masking/",
    "tests/packages/",
    "tests/sinks/",
  ],
};

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  const inner = groups.oneNode.filter((folder) =>
    groups.eachNode.some((other) => folder.startsWith(other)),
  );
  const without = inner.map((folder) => `--exclude=${folder}**`);
  const named = `--testNamePattern=^(?!.*(?:${others.join("|")}))`;
  const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
  const words = [vitest, "run", ...groups.eachNode, ...without, named, ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, words, { stdio: "inherit" }).status ?? 1;
}
