import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeDocument, sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { filesOf } from "../../../tests/fixtures/read-fixture.js";
import { dropped } from "../src/fields.js";
import continueSource from "../src/index.js";

const fixtures = ["timeline", "one-of-each"].map((name) =>
  fileURLToPath(new URL(`../fixtures/${name}/home`, import.meta.url)),
);
const list = "sessions/sessions.json";
const main = "sessions/5c000000-0000-4000-8000-000000000001.json";
const other = "sessions/5c000000-0000-4000-8000-000000000002.json";

const isSession = (path: string) => /sessions\/5c[\w-]+\.json$/.test(path);
const documents = fixtures
  .flatMap((fixture) => Object.keys(filesOf(fixture)))
  .filter(isSession)
  .map((path) => JSON.parse(readFileSync(path, "utf8")));

/** Changes the document of a session. */
function change(store: string, path: string, edit: (session: { history: unknown[] }) => void) {
  const session = JSON.parse(readFileSync(join(store, path), "utf8"));
  edit(session);
  writeFileSync(join(store, path), JSON.stringify(session, null, 2));
}

const checks = sourceChecks({
  create: continueSource,
  async makeHome(home) {
    for (const fixture of fixtures) cpSync(fixture, home, { recursive: true });
    const lists = fixtures.map((fixture) => join(fixture, ".continue", list));
    const entries = lists.flatMap((path) => JSON.parse(readFileSync(path, "utf8")));
    writeFileSync(join(home, ".continue", list), JSON.stringify(entries));
    return join(home, ".continue");
  },
  records: 18,
  recordsIn: () => documents,
  changeRecords(store, edit) {
    for (const path of Object.keys(filesOf(store)).sort())
      if (isSession(path)) changeDocument(path, edit);
  },
  dropped,
  rewritten: {
    type: "a word of the format",
    role: "a word of the format",
    workspaceDirectory: "as a path",
    "history.timeline.step.name": "of a step without a word",
    "history.timeline.step.description": "of a step without a word",
    "history.timeline.step.class_name": "of a step without a word",
    "history.message.content.imageUrl.url": "its content",
    "history.contextItems.uri.value": "as a path",
    "history.toolCallStates.output.content": "without the words of the tool before it",
    "history.toolCallStates.output.description": "the same for all tools",
  },
  async enlarge(store, bytes) {
    change(store, main, ({ history }) =>
      history.splice(3, 0, { message: { role: "assistant", content: "x".repeat(bytes) } }),
    );
  },
  async damage(store) {
    const path = join(store, other);
    writeFileSync(path, readFileSync(path, "utf8").slice(0, 300));
    return ["5c000000-0000-4000-8000-000000000001"];
  },
  async addUnknown(store) {
    change(store, main, ({ history }) => history.push({ message: { role: "tide", height: 3 } }));
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
