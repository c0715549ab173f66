import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sessions, tallyAddsUp } from "@chatexport/core";
import { expect, test } from "vitest";
import claudeAi from "../src/index.js";

const folder = fileURLToPath(new URL("../fixtures/", import.meta.url));

// After a change on purpose: npx vitest run packages/source-claude-ai -u; read the diff.
test.each(readdirSync(folder))("reads the fixture %s", async (name) => {
  const store = join(folder, name, "store");
  const read: unknown[] = [];
  for await (const { ref, session } of sessions([claudeAi({ roots: [store], memory: true })])) {
    expect(tallyAddsUp(session.records)).toBe(true);
    const { revision: _, locator: __, ...listed } = ref;
    read.push({ listed, session });
  }
  const path = JSON.stringify(store).slice(1, -1);
  const text = `${JSON.stringify(read, null, 2).replaceAll(path, "<store>")}\n`;
  await expect(text).toMatchFileSnapshot(join(folder, name, "sessions.json"));
});
