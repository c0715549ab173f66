import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type JsonObject, present } from "@chatexport/core";
import { objectOf, objectsOf, utcTime } from "@chatexport/core/read";
import { changeDocument, sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { dropped } from "../src/fields.js";
import chatGpt from "../src/index.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** The list with the conversations of a fixture, under the name that it has in a store of several lists. */
const lists = { "conversations-000.json": "branches", "conversations-001.json": "tools" };

const checks = sourceChecks({
  create: (options) => chatGpt(options),
  async makeHome(home) {
    const folder = join(home, "export");
    for (const [name, fixture] of Object.entries(lists))
      cpSync(join(fixtures, fixture, "home/conversations.json"), join(folder, name));
    return folder;
  },
  // Conversations and the nodes of their trees.
  records: 31,
  recordsIn: (store) => namesIn(store).flatMap((name) => recordsIn(join(store, name))),
  changeRecords(store, change) {
    for (const name of namesIn(store))
      changeDocument(join(store, name), ({ mapping, ...conversation }) => {
        const nodes = Object.entries(objectOf(mapping) ?? {}).flatMap(([id, node]) => {
          const { message, ...other } = objectOf(node) ?? {};
          const changed = objectOf(message) && change(objectOf(message) ?? {});
          return [[id, { ...other, message: changed ?? null }]];
        });
        const changed = change(conversation);
        return changed && { mapping: Object.fromEntries(nodes), ...changed };
      });
  },
  dropped,
  rewritten: {
    "content.content_type": "the kind of the parts tells",
    "content.parts.content_type": "the kind of the part tells",
    status: "of nearly all messages the same",
  },
  async enlarge(store, bytes) {
    change(store, 0, (text) => text.replace('"An hour.', `"An hour ${"word ".repeat(bytes / 4)}`));
  },
  async damage(store) {
    const path = join(store, "conversations-001.json");
    const [conversation] = JSON.parse(readFileSync(path, "utf8"));
    conversation.mapping.s1 = 7;
    writeFileSync(path, `[${JSON.stringify(conversation)}, {"title": "Cu`);
    return ["c1"];
  },
  skip: {
    "the home folder and the store as a root give the same sessions":
      "An export lies wherever it was put, not in a home folder.",
    "listing parses no bodies":
      "An export is a list without an index: what tells about a conversation is in it.",
    "listing reads no bodies":
      "An export is a list without an index: where a conversation begins shows when it is read.",
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));

function namesIn(store: string): string[] {
  return readdirSync(store).sort();
}

function recordsIn(path: string): JsonObject[] {
  const records = objectsOf(JSON.parse(readFileSync(path, "utf8"))).flatMap(
    ({ mapping, ...conversation }) => [
      conversation,
      ...objectsOf(Object.values(objectOf(mapping) ?? {}).map((node) => objectOf(node)?.message)),
    ],
  );
  // Sessions have times in RFC 3339.
  const inUtc = (record: JsonObject, name: string) => present({ [name]: utcTime(record[name]) });
  return records.map((record) => ({
    ...record,
    ...inUtc(record, "create_time"),
    ...inUtc(record, "update_time"),
  }));
}

function change(store: string, index: number, edit: (text: string) => string): void {
  const path = join(store, namesIn(store)[index] ?? "");
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}
