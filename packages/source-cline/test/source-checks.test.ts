import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeDocument, sourceChecks } from "@chatexport/testkit";
import { describe, test } from "vitest";
import { filesOf } from "../../../tests/fixtures/read-fixture.js";
import { dropped } from "../src/fields.js";
import cline from "../src/index.js";

const fixture = fileURLToPath(new URL("../fixtures/one-of-each/home", import.meta.url));
const main = "sessions/1790928000000_abcde/1790928000000_abcde.messages.json";

const documents = Object.keys(filesOf(fixture))
  .filter((path) => path.includes("/sessions/"))
  .map((path) => JSON.parse(readFileSync(path, "utf8")));

const checks = sourceChecks({
  create: cline,
  async makeHome(home) {
    cpSync(fixture, home, { recursive: true });
    return join(home, ".cline/data");
  },
  records: 27,
  recordsIn: () => documents,
  changeRecords(store, change) {
    for (const path of Object.keys(filesOf(store)).sort())
      if (path.includes("sessions/") && path.endsWith(".json")) changeDocument(path, change);
  },
  dropped,
  rewritten: {
    type: "a word of the format",
    "messages.metadata.reason": "the summary says what made it",
    "messages.content.content": "JSON in a text, which is read",
    "messages.content.content.result": "without the exit code, which the result has",
  },
  async enlarge(store, bytes) {
    const path = join(store, main);
    const stored = JSON.parse(readFileSync(path, "utf8"));
    const content = [{ type: "text", text: "x".repeat(bytes) }];
    stored.messages.splice(3, 0, { id: "long", role: "assistant", content });
    writeFileSync(path, JSON.stringify(stored, null, 1));
  },
  async damage(store) {
    const path = join(store, "sessions/1790931600000_fghij/1790931600000_fghij.messages.json");
    writeFileSync(path, readFileSync(path, "utf8").slice(0, 700));
    return ["1790928000000_abcde"];
  },
  async addUnknown(store) {
    const path = join(store, main);
    const stored = JSON.parse(readFileSync(path, "utf8"));
    stored.messages.push({ id: "tide", role: "tide", height: 3 });
    writeFileSync(path, JSON.stringify(stored));
    return 1;
  },
});

const tasks = fileURLToPath(new URL("../fixtures/tasks/home", import.meta.url));
const extension = "globalStorage/saoudrizwan.claude-dev/tasks/1767340800000";

const taskChecks = sourceChecks({
  create: cline,
  async makeHome(home) {
    cpSync(tasks, home, { recursive: true });
    return join(home, ".config/Code/User");
  },
  records: 41,
  // What a person saw of a task stands in its messages.
  recordsIn: () =>
    Object.keys(filesOf(tasks))
      .filter((path) => path.includes("/tasks/") && !path.endsWith("ui_messages.json"))
      .flatMap((path) => JSON.parse(readFileSync(path, "utf8"))),
  changeRecords(store, change) {
    for (const path of Object.keys(filesOf(store)).sort())
      if (path.includes("/tasks/")) changeDocument(path, change);
  },
  dropped: {
    ulid: "of the list of all tasks",
    ts: "of the list of all tasks",
    size: "of the list of all tasks",
  },
  async enlarge(store, bytes) {
    const path = join(store, extension, "api_conversation_history.json");
    const stored = JSON.parse(readFileSync(path, "utf8"));
    stored.splice(3, 0, {
      role: "assistant",
      content: [{ type: "text", text: "x".repeat(bytes) }],
    });
    writeFileSync(path, JSON.stringify(stored));
  },
  async damage(store) {
    const path = join(store, extension, "api_conversation_history.json");
    writeFileSync(path, readFileSync(path, "utf8").slice(0, 700));
    return ["1767400000000"];
  },
  async addUnknown(store) {
    const path = join(store, extension, "ui_messages.json");
    const stored = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(
      path,
      JSON.stringify([...stored, { ts: 1767340817000, type: "say", say: "tide" }]),
    );
    return 1;
  },
});

describe.each([
  ["sessions", checks],
  ["tasks", taskChecks],
])("%s", (_, list) => {
  for (const { name, skip, run } of list)
    test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
});
