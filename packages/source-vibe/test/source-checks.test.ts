import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeDocument, changeLines, sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { filesOf } from "../../../tests/fixtures/read-fixture.js";
import { dropped } from "../src/fields.js";
import vibe from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const main = "logs/session/session_20260701_101500_aaaa1111/messages.jsonl";
const last = "logs/session/session_20260701_120000_dddd4444/messages.jsonl";

const checks = sourceChecks({
  create: vibe,
  async makeHome(home) {
    cpSync(fixture, home, { recursive: true });
    return join(home, ".vibe");
  },
  records: 26,
  changeRecords(store, edit) {
    for (const path of Object.keys(filesOf(store)).sort()) {
      if (path.endsWith(".jsonl")) changeLines(path, edit);
      if (path.endsWith(".json")) changeDocument(path, edit);
    }
  },
  dropped,
  rewritten: {
    role: "a word of the format",
    type: "a word of the format",
    content: "without what the tool puts around an output",
  },
  async enlarge(store, bytes) {
    const path = join(store, main);
    const [first, ...lines] = readFileSync(path, "utf8").split("\n");
    const long = JSON.stringify({ role: "assistant", content: "x".repeat(bytes) });
    writeFileSync(path, [first, long, ...lines].join("\n"));
  },
  async damage(store) {
    appendFileSync(join(store, last), 'no JSON\n["no object"]\n{"role":"user","content":7}\n');
    appendFileSync(join(store, last), '{"role":"user","con');
    return ["aaaa1111-0000-4000-8000-0123456789ab"];
  },
  async addUnknown(store) {
    appendFileSync(join(store, last), '{"role":"tide","height":3}\n');
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
