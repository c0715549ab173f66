import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceChecks } from "@chatexport/testkit";
import { describe, test } from "vitest";
import { dropped } from "../src/fields.js";
import kimi from "../src/index.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

const rewritten = {
  type: "a word of the format",
  kind: "a word of the format",
  role: "a word of the format",
  arguments: "they are put together",
  arguments_part: "they are put together",
  durationMs: "of a turn; messages have times",
  id: "of requests to the user, and of modes",
  parent_tool_call_id: "of a call that is in no log",
  request_id: "of requests to the user",
  systemPromptHash: "of a text that the session has",
  toolsHash: "of a list that the session has",
  tokens: "an estimate of the tool",
  url: "the session has the data",
  uuid: "of parts, and of requests without an answer",
  time: "of records that are no message",
  timestamp: "of records that are no message",
};

const session = "sessions/wd_loft_0a1b2c3d4e5f/session_5a110000-0000-4000-8000-000000000001";
const wire = join(session, "agents/main/wire.jsonl");
const imported = join(
  "sessions/wd_loft_0a1b2c3d4e5f/session_5a110000-0000-4000-8000-000000000002",
  "agents/main/wire.jsonl",
);

const code = sourceChecks({
  create: kimi,
  async makeHome(home) {
    cpSync(join(fixtures, "code/home"), home, { recursive: true });
    return join(home, ".kimi-code");
  },
  records: 125,
  dropped,
  rewritten,
  async enlarge(store, bytes) {
    const path = join(store, wire);
    const lines = readFileSync(path, "utf8").split("\n");
    const part = { type: "text", text: "x".repeat(bytes) };
    const event = { type: "content.part", stepUuid: "long", part };
    lines.splice(20, 0, JSON.stringify({ type: "context.append_loop_event", event }));
    writeFileSync(path, lines.join("\n"));
  },
  async damage(store) {
    const path = join(store, imported);
    appendFileSync(path, 'no JSON\n["no object"]\n{"type":"turn.prompt","input":7}\n');
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    appendFileSync(path, '{"type":"turn.prompt","input":[{"ty');
    return ["session_5a110000-0000-4000-8000-000000000001"];
  },
  async addUnknown(store) {
    appendFileSync(join(store, imported), '{"type":"tide.turn","height":3}\n');
    return 1;
  },
});

const folder = "sessions/24a4622085fcfedd9ac1db8cc57a7f1e";
const main = join(folder, "7a1e0000-0000-4000-8000-000000000001");
const flat = join(folder, "0f1a0000-0000-4000-8000-000000000002.jsonl");

const cli = sourceChecks({
  create: kimi,
  async makeHome(home) {
    cpSync(join(fixtures, "cli/home"), home, { recursive: true });
    return join(home, ".kimi");
  },
  records: 147,
  dropped,
  rewritten,
  async enlarge(store, bytes) {
    const path = join(store, main, "wire.jsonl");
    const lines = readFileSync(path, "utf8").split("\n");
    const message = { type: "ContentPart", payload: { type: "text", text: "x".repeat(bytes) } };
    lines.splice(3, 0, JSON.stringify({ timestamp: 1777900001, message }));
    writeFileSync(path, lines.join("\n"));
  },
  async damage(store) {
    const path = join(store, flat);
    appendFileSync(path, 'no JSON\n["no object"]\n{"role":"user","content":7}\n');
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    appendFileSync(path, '{"role":"user","conte');
    return ["7a1e0000-0000-4000-8000-000000000001"];
  },
  async addUnknown(store) {
    appendFileSync(join(store, flat), '{"role":"_tide","height":3}\n');
    return 1;
  },
});

describe.each([
  ["Kimi Code", code],
  ["Kimi CLI", cli],
])("%s", (_, checks) => {
  for (const { name, skip, run } of checks)
    test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
});
