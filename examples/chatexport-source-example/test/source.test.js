import assert from "node:assert/strict";
import { appendFile, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { sessions } from "@chatexport/core";
import { sourceChecks } from "@chatexport/testkit";
import createSource from "../dist/index.js";

const fixture = fileURLToPath(new URL("../fixtures/home", import.meta.url));

const checks = sourceChecks({
  create: createSource,
  async makeHome(home) {
    await cp(fixture, home, { recursive: true });
    return join(home, ".example-agent");
  },
  records: 16,
  /** A long answer in the middle of a chat. */
  async enlarge(store, bytes) {
    const path = join(store, "chats/k7m2qx9d.jsonl");
    const [header, ...lines] = (await readFile(path, "utf8")).split("\n");
    const answer = JSON.stringify({ type: "answer", text: "x".repeat(bytes) });
    await writeFile(path, [header, answer, ...lines].join("\n"));
  },
  /** Lines that are no JSON, no object, no text, of no type, and cut off. */
  async damage(store) {
    const path = join(store, "chats/k7m2qx9d.jsonl");
    await appendFile(path, 'no JSON\n["no object"]\n{"type":"prompt","text":7}\n{}\n');
    await appendFile(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    await appendFile(path, '{"type":"answer","text":"The ti');
    return ["q4t8wz1b"];
  },
});

for (const { name, skip, run } of checks) test(name, { skip }, run);

test("an answer of version 0.3 has the time of the prompt before it", async () => {
  const messages = [];
  const select = ({ id }) => id === "q4t8wz1b";
  for await (const { session } of sessions([createSource({ home: fixture })], { select }))
    messages.push(...session.messages);
  const [prompt, answer] = messages;
  assert.equal(answer.createdAt, prompt.createdAt);
  assert.equal(answer.createdAtFrom, "inferred");
});
