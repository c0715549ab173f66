import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, exampleHome } from "../../packages/cli/test/binary.js";
import { chatexport } from "../../packages/cli/test/in-process.js";

const repository = join(import.meta.dirname, "../..");
// The driver of the tests, which every Node can load.
const { DatabaseSync } = createRequire(join(repository, "packages/source-cursor/package.json"))(
  "@photostructure/sqlite",
);

const id = "e0ab3bf2-5cee-4a29-aec4-58e94dd1f18e";
const document = "cursor/lantern-shop/2025-11-19-1303-free-shipping-from-50-euros-e0ab3bf2";

/** A copy of the invented home, removed after the test. */
function homeCopy(): string {
  const home = emptyFolder();
  cpSync(exampleHome, home, { recursive: true });
  return home;
}

async function exportFrom(home: string) {
  const sinks = ["--to", "jsonl", "--to", "markdown", "--out", "out"];
  const { stderr } = await chatexport(home, "--from", "cursor", ...sinks);
  const read = (name: string) => readFileSync(join(home, "out", name), "utf8");
  const documents = [`${document}.jsonl`, `${document}.md`].map(read);
  return { stderr, documents, index: read("index.md") };
}

test("a conversation whose bubbles are gone keeps its documents, although its transcript is left", async () => {
  const home = homeCopy();
  const before = await exportFrom(home);

  const database = new DatabaseSync(join(home, ".config/Cursor/User/globalStorage/state.vscdb"));
  database.exec(`DELETE FROM cursorDiskKV WHERE key LIKE 'bubbleId:${id}:%'`);
  database.close();
  const transcripts = join(home, ".cursor/projects/home-mira-code-lantern-shop/agent-transcripts");
  mkdirSync(join(transcripts, id), { recursive: true });
  const lines = [
    ["user", "Orders from €50 on should ship for free."],
    ["assistant", "The rule works; the checkout still calls it the old way."],
  ].map(([role, text]) => JSON.stringify({ role, message: { content: [{ type: "text", text }] } }));
  writeFileSync(join(transcripts, id, `${id}.jsonl`), `${lines.join("\n")}\n`);

  const after = await exportFrom(home);
  expect(after.documents).toEqual(before.documents);
  expect(after.stderr).toContain("jsonl: 7 unchanged, 1 decayed\n");
  expect(after.stderr).toMatch(
    /The store has lost 2 of 3 prompts, 13 of 14 answers, 6 of 6 tool results, 3 of 3 edits .*\[session-shrunk\]/,
  );
  expect(after.index).toMatch(/free-shipping.*\n.*before the store lost a part/);
});

test("conversations stay when Cursor's databases are gone", async () => {
  const home = homeCopy();
  const before = await exportFrom(home);
  for (const folder of [".config", ".cursor"]) rmSync(join(home, folder), { recursive: true });
  const after = await exportFrom(home);
  expect(after.documents).toEqual(before.documents);
  expect(after.stderr).toContain("The archive keeps 8 sessions no longer in the store (8 since");
  expect(after.index.match(/no longer in the store/g)).toHaveLength(8);
});

test("conversations have not vanished when their database cannot be read", async () => {
  const home = homeCopy();
  const before = await exportFrom(home);
  const path = join(home, ".config/Cursor/User/globalStorage/state.vscdb");
  writeFileSync(path, "no database any more".repeat(1000));
  const after = await exportFrom(home);
  expect(after.stderr).toContain("error: ");
  expect(after.stderr).not.toContain("the store has no more");
  expect(after.index).toBe(before.index);
});
