import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeDocument, changeLines, sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { filesOf } from "../../../tests/fixtures/read-fixture.js";
import { dropped } from "../src/fields.js";
import droid from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const ids = [1, 2, 3, 4, 5].map((number) => `0d000000-0000-4000-8000-00000000000${number}`);
const pathOf = (store: string, number: number) =>
  join(store, "sessions/-home-nora-code-pier 港", `${ids[number - 1]}.jsonl`);

const checks = sourceChecks({
  create: droid,
  async makeHome(home) {
    cpSync(fixture, home, { recursive: true });
    return join(home, ".factory");
  },
  records: 42,
  changeRecords(store, edit) {
    for (const path of Object.keys(filesOf(store)).sort())
      (path.endsWith(".jsonl") ? changeLines : changeDocument)(path, edit);
  },
  dropped,
  rewritten: {
    type: "a word of the format",
    role: "a word of the format",
    "todos.todos": "item by item",
    "message.content.content": "without what stands around the output of a command",
  },
  async enlarge(store, bytes) {
    const path = pathOf(store, 1);
    const lines = readFileSync(path, "utf8").split("\n");
    const content = [{ type: "text", text: "x".repeat(bytes) }];
    const message = { role: "assistant", content };
    const long = JSON.stringify({ type: "message", id: "long", parentId: "m1", message });
    writeFileSync(path, [...lines.slice(0, 7), long, ...lines.slice(7)].join("\n"));
  },
  async damage(store) {
    appendFileSync(pathOf(store, 5), 'no JSON\n["no object"]\n{"type":"message","message":7}\n');
    appendFileSync(pathOf(store, 5), '{"type":"message","message":{"ro');
    writeFileSync(pathOf(store, 2).replace("jsonl", "settings.json"), "{");
    return [1, 3, 4].map((number) => ids[number - 1] ?? "");
  },
  async addUnknown(store) {
    appendFileSync(pathOf(store, 5), '{"type":"tide","height":3}\n');
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
