// Which tests run under each version of Node, and which under one. Printed, it is what vitest is asked for
// to run the first: npx vitest run $(node scripts/test-groups.mjs)
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folders of tests, or how their paths begin. In `eachNode` Node has a part: it opens files and databases, unpacks, starts programs
 * and threads. In `oneNode` are functions of texts and sessions, which are the same under each; a nightly
 * run looks there, too.
 */
export const groups = {
  eachNode: [
    "packages/archive/",
    "packages/cli/",
    "packages/core/",
    "packages/relocate/",
    "packages/source-",
    "packages/sqlite/",
    "packages/transplant/",
    "tests/agents/",
    "tests/archive/",
    "tests/faults/",
  ],
  oneNode: [
    "packages/document/",
    "packages/redact/",
    "packages/sink-claude/",
    "packages/sink-codex/",
    "packages/sink-dataset/",
    "packages/sink-html/",
    "packages/sink-jsonl/",
    "packages/sink-markdown/",
    "packages/sink-parquet/",
    "packages/sink-terminal/",
    "packages/testkit/",
    "tests/corpus/",
    "tests/docs/",
    "tests/expressions/",
    "tests/fuzz/",
    "tests/masking/",
    "tests/packages/",
    "tests/sinks/",
  ],
};

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url))
  console.log(groups.eachNode.join(" "));
