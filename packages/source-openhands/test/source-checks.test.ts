import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@chatexport/core";
import { changeDocument, sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { filesOf } from "../../../tests/fixtures/read-fixture.js";
import { dropped } from "../src/fields.js";
import openhands from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const [main, other] = ["0a000000000040008000000000000001", "0a000000000040008000000000000002"];

const documents = Object.keys(filesOf(fixture)).map((path) =>
  JSON.parse(readFileSync(path, "utf8")),
);

/** Adds an event to a conversation. */
function addEvent(store: string, conversation: string, at: number, event: JsonObject) {
  const id = `0e000000-0000-4000-8000-9${String(at).padStart(11, "0")}`;
  const name = `event-${String(at).padStart(5, "0")}-${id}.json`;
  const whole = { id, timestamp: "2026-09-05T10:00:40.000000", source: "agent", ...event };
  writeFileSync(join(store, conversation, "events", name), JSON.stringify(whole));
}

const checks = sourceChecks({
  create: openhands,
  async makeHome(home) {
    cpSync(fixture, home, { recursive: true });
    return join(home, ".openhands/conversations");
  },
  records: documents.length,
  recordsIn: () => documents,
  changeRecords(store, edit) {
    for (const path of Object.keys(filesOf(store)).sort()) changeDocument(path, edit);
  },
  dropped: { ...dropped, agent: "how the agent is set up may hold keys; its model is read" },
  rewritten: {
    action: "as the tool understood the arguments",
    action_id: "of the call that a result ends",
    agent: "how the agent is set up",
    arguments: "they are parsed",
    id: "of contents",
    image_urls: "the session has the data",
    kind: "a word of the format",
    last_user_message_id: "of a message that the session has",
    leaf_event_id: "it decides which line is the active one",
    parent_id: "the event before",
    response_id: "of answers that the session has",
    source: "who said it, in a word of the format",
    type: "a word of the format",
    command: "the call has it",
    path: "the call has it",
  },
  async enlarge(store, bytes) {
    const said = { role: "assistant", content: [{ type: "text", text: "x".repeat(bytes) }] };
    addEvent(store, main, 90_000, { kind: "MessageEvent", llm_message: said });
  },
  async damage(store) {
    const [path = ""] = Object.keys(filesOf(join(store, other))).filter((name) =>
      name.includes("event-00001"),
    );
    writeFileSync(path, readFileSync(path, "utf8").slice(0, 200));
    writeFileSync(join(store, other, "base_state.json"), "no JSON");
    return ["0a000000-0000-4000-8000-000000000001"];
  },
  async addUnknown(store) {
    addEvent(store, other, 100_000, { kind: "TideEvent", height: 3 });
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
