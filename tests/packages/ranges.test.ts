import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../scripts/follow-versions.mjs", import.meta.url));
const example = "examples/chatexport-source-example/package.json";
const guide = "docs/write-a-source.md";

test.each([
  ["0.1.4", "^0.1.0"],
  ["0.2.0", "^0.2.0"],
  ["1.3.5", "^1.3.0"],
])("examples and guides ask for the release that is here: %s", (version, range) => {
  const asks = (core: string) => `{
  "@chatexport/core": "${core}",
  "typescript": "^7.0.2"
}
`;
  const root = folderWith({
    "packages/core/package.json": JSON.stringify({ name: "@chatexport/core", version }),
    [example]: asks("^0.1.0"),
    [guide]: `Text\n\n\`\`\`json\n${asks("^0.1.0")}\`\`\`\n`,
  });
  execFileSync(process.execPath, [script, root]);
  expect(readFileSync(join(root, example), "utf8")).toBe(asks(range));
  expect(readFileSync(join(root, guide), "utf8")).toContain(asks(range));
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "chatexport-ranges-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
