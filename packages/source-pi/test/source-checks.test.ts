import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { dropped } from "../src/fields.js";
import pi from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const folder = "sessions/--home-ida-code-kite--";
const main = `${folder}/2026-03-02T10-00-00-000Z_01b00000-0000-7000-8000-000000000001.jsonl`;
const old = `${folder}/2026-03-02T09-43-20-000Z_old-session.jsonl`;

const checks = sourceChecks({
  create: pi,
  async makeHome(home) {
    cpSync(fixture, home, { recursive: true });
    return join(home, ".pi/agent");
  },
  records: 38,
  dropped,
  rewritten: {
    type: "a word of the format",
    "message.content.text": "without the exit code that the tool puts below an output",
    role: "a word of the format",
    parentSession: "a path; the session has the id in it",
    polls: "the state of an extension",
  },
  async enlarge(store, bytes) {
    const path = join(store, main);
    const [header, ...lines] = readFileSync(path, "utf8").split("\n");
    const content = "x".repeat(bytes);
    const message = { role: "toolResult", toolCallId: "long", content };
    const long = JSON.stringify({ type: "message", id: "long", parentId: null, message });
    writeFileSync(path, [header, ...lines.slice(0, 5), long, ...lines.slice(5)].join("\n"));
  },
  async damage(store) {
    const path = join(store, old);
    appendFileSync(path, 'no JSON\n["no object"]\n{"type":"message","message":7}\n');
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    appendFileSync(path, '{"type":"message","message":{"ro');
    return ["01b00000-0000-7000-8000-000000000001"];
  },
  async addUnknown(store) {
    appendFileSync(join(store, old), '{"type":"tide","height":3}\n');
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
