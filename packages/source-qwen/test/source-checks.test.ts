import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { dropped } from "../src/fields.js";
import qwen from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const chats = "projects/-home-ida-code-kite/chats";
const main = `${chats}/5e000000-0000-4000-8000-000000000001.jsonl`;
const old = `${chats}/5e000000-0000-4000-8000-000000000003.jsonl`;

const checks = sourceChecks({
  create: qwen,
  async makeHome(home) {
    cpSync(fixture, home, { recursive: true });
    return join(home, ".qwen");
  },
  records: 72,
  dropped,
  rewritten: {
    type: "a word of the format",
    subtype: "a word of the format",
    provenance: "a word of the format",
    "systemPayload.uiEvent.event.name": "a word of the format",
    "systemPayload.uiEvent.event.timestamp": "the record has its time",
    uuid: "of records that are no message",
    messageUuid: "of records that are no message",
    parentUuid: "the order of messages tells",
    timestamp: "of records that are no message",
    "message.parts.functionResponse.response.error": "without what the tool puts around it",
    "message.parts.functionResponse.response.output": "without what the tool puts around it",
  },
  async enlarge(store, bytes) {
    const path = join(store, main);
    const lines = readFileSync(path, "utf8").split("\n");
    const message = { role: "model", parts: [{ text: "x".repeat(bytes) }] };
    lines.splice(6, 0, JSON.stringify({ type: "assistant", uuid: "long", message }));
    writeFileSync(path, lines.join("\n"));
  },
  async damage(store) {
    const path = join(store, old);
    appendFileSync(path, 'no JSON\n["no object"]\n{"type":"user","message":7}\n');
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    appendFileSync(path, '{"type":"user","message":{"ro');
    return ["5e000000-0000-4000-8000-000000000001"];
  },
  async addUnknown(store) {
    appendFileSync(
      join(store, old),
      '{"type":"system","subtype":"tide","systemPayload":{"height":3}}\n',
    );
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
