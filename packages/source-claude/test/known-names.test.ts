import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contextFor, type JsonObject } from "@chatexport/core";
import { listOf, objectOf, parseLine, textOf } from "@chatexport/core/read";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { attachmentTypes } from "../src/parse/attachments.js";
import { systemSubtypes } from "../src/parse/system-records.js";
import { parseSession } from "../src/parse-session.js";
import {
  conversationTypes,
  linkTypes,
  skippedTypes,
  standaloneTypes,
  stateTypes,
} from "../src/records/records.js";
import { folderWith, prompt } from "./store.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** The types that stand in the transcripts of all fixtures. */
function typesInFixtures() {
  const found = {
    records: new Set(),
    subtypes: new Set(),
    attachments: new Set(),
    blocks: new Set(),
  };
  for (const record of fixtureRecords()) {
    found.records.add(record.type);
    if (record.type === "system") found.subtypes.add(record.subtype);
    found.attachments.add(objectOf(record.attachment)?.type);
    addBlockTypes(objectOf(record.message)?.content, found.blocks);
  }
  return found;
}

function* fixtureRecords(): Generator<JsonObject> {
  for (const name of readdirSync(fixtures, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".jsonl") || !statSync(join(fixtures, name)).isFile()) continue;
    for (const line of readFileSync(join(fixtures, name), "utf8").split("\n")) {
      const record = parseLine(line);
      if (typeof record === "object") yield record;
    }
  }
}

function addBlockTypes(content: unknown, types: Set<unknown>): void {
  for (const item of listOf(content) ?? [content]) {
    const block = objectOf(item);
    if (!block) continue;
    types.add(textOf(block.type));
    addBlockTypes(block.content, types);
  }
}

test("each type that the reader knows stands in a fixture", () => {
  const found = typesInFixtures();
  const records = [
    ...conversationTypes,
    ...stateTypes,
    ...linkTypes,
    ...standaloneTypes,
    ...skippedTypes.keys(),
    "summary",
    "started",
    "result",
  ];
  expect(records.filter((type) => !found.records.has(type))).toEqual([]);
  expect([...systemSubtypes].filter((type) => !found.subtypes.has(type))).toEqual([]);
  expect([...attachmentTypes].filter((type) => !found.attachments.has(type))).toEqual([]);
});

const secret = "do not tell";

/** A store with a name of each place that is not known, beside values that must not be told. */
function newStore(): string {
  const message = {
    role: "user",
    new_message_key: secret,
    content: [
      { type: "text", text: secret, new_block_key: 1 },
      { type: "new_block", amount: secret },
      { type: "image", source: {}, tool_use_id: secret },
      { type: "tool_use", id: "c1", name: "Bash", input: { [secret]: secret, inside: 1 } },
      { type: "tool_result", tool_use_id: "c1", content: [{ type: "new_inner" }] },
    ],
  };
  const lines = [
    prompt(secret, { version: "2.2.0", newKey: secret, message, toolUseResult: { inside: 1 } }),
    prompt(secret, { version: secret, newKey: 2, [`/home/mira/${secret}`]: 3 }),
    prompt(secret, { type: "new-type", version: "2.1.400" }),
    prompt(secret, { type: `${secret}!` }),
    prompt(secret, { type: "system", subtype: "new_subtype", content: secret }),
    prompt(secret, { type: "attachment", attachment: { type: "new_attachment", amount: secret } }),
    prompt(secret, { type: "attachment", attachment: { type: "date", newField: secret } }),
    prompt(secret, { type: "assistant", message: { content: [], usage: { new_tokens: 1 } } }),
  ];
  const agent = prompt(secret, { agentKey: secret });
  return folderWith({ "-p/s.jsonl": lines.join(""), "-p/s/subagents/agent-a.jsonl": agent });
}

test("names that are not known are told with their number and versions, and no value with them", async () => {
  const names = await claude({ roots: [newStore()] }).unknownNames?.(
    contextFor({}, { source: "claude" }),
  );
  // The last version that went on with the session.
  const versions = ["2.1.400"];
  expect(names).toEqual([
    { place: "block-key", name: "new_block_key", count: 1, versions },
    { place: "block-type", name: "new_block", count: 1, versions },
    { place: "block-type", name: "new_inner", count: 1, versions },
    { place: "block-type", name: "tool_use", count: 1, versions },
    { place: "record-key", name: "(not a plain name)", count: 1, versions },
    { place: "record-key", name: "agentKey", count: 1, versions },
    { place: "record-key", name: "newField", count: 1, versions },
    { place: "record-key", name: "newKey", count: 2, versions },
    { place: "record-key", name: "new_message_key", count: 1, versions },
    { place: "record-key", name: "new_tokens", count: 1, versions },
    { place: "record-type", name: "(not a plain name)", count: 1, versions },
    { place: "record-type", name: "attachment/new_attachment", count: 1, versions },
    { place: "record-type", name: "new-type", count: 1, versions },
    { place: "record-type", name: "system/new_subtype", count: 1, versions },
  ]);
  expect(JSON.stringify(names)).not.toContain(secret);
});

test("a value of another kind is kept as it is, and told", () => {
  const content = [
    { type: "text", text: [{ type: "text", text: "Low water" }] },
    { type: "thinking", thinking: ["High water"], signature: "c2ln" },
  ];
  const answer = { type: "assistant", message: { role: "assistant", content, usage: "none" } };
  const { messages, records } = parseSession(
    prompt("Tides", { ...answer, cwd: ["/home"], parentUuid: ["r0"] }),
  );
  const [message] = messages;
  expect(message?.parts).toEqual([
    { type: "unknown", recordType: "block/text", native: content[0] },
    { type: "reasoning", signature: "c2ln", native: { thinking: ["High water"] } },
  ]);
  expect(message?.native).toMatchObject({ cwd: ["/home"], message: { usage: "none" } });
  expect(message?.native).toMatchObject({ parentUuid: ["r0"] });
  const unknown = { "block-key.thinking": 1, "block-type.text": 1, "record-key.parentUuid": 1 };
  expect(records.unknownFields).toEqual(unknown);
});
