import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Diagnostic,
  type Session,
  type Source,
  sessions,
  tallyAddsUp,
} from "@chatexport/core";
import { expect, onTestFinished, test } from "vitest";
import { zipOf } from "../../../scripts/zip-file.mjs";
import chatGpt from "../src/index.js";

const shards = fileURLToPath(new URL("../fixtures/shards/home", import.meta.url));

/** The path of a file in a folder that is removed after the test. */
function fileWith(name: string, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

async function read(...roots: string[]): Promise<{ found: Session[]; codes: string[] }> {
  const found: Session[] = [];
  const codes: string[] = [];
  const source: Source = chatGpt({ roots });
  const report = ({ code }: Diagnostic) => void codes.push(code);
  for await (const { session } of sessions([source], { report })) {
    expect(tallyAddsUp(session.records)).toBe(true);
    found.push(session);
  }
  await source.close?.();
  return { found, codes };
}

/** A list with one conversation, whose nodes follow each other. */
function listOf(updated: number, ...texts: string[]): string {
  const nodes = texts.map((text, at) => [
    `n${at}`,
    {
      id: `n${at}`,
      parent: at === 0 ? null : `n${at - 1}`,
      message: {
        id: `n${at}`,
        author: { role: at % 2 === 0 ? "user" : "assistant" },
        content: { content_type: "text", parts: [text] },
      },
    },
  ]);
  const mapping = Object.fromEntries(nodes.reverse());
  const current_node = `n${texts.length - 1}`;
  return JSON.stringify([
    { id: "c1", title: "Bread", update_time: updated, current_node, mapping },
  ]);
}

const textsOf = ({ messages }: Session) =>
  messages.map(({ parts: [part] }) => (part?.type === "text" ? part.text : part?.type));

test("the ZIP file of an export is read as the folder in it is", async () => {
  const names = ["conversations-000.json", "conversations-001.json", "user.json"];
  const files = names.map((name) => ({ name, content: readFileSync(join(shards, name)) }));
  const zip = fileWith("export.zip", zipOf(files));
  const [ofFolder, ofZip] = [await read(shards), await read(zip)];
  expect(ofZip.codes).toEqual(ofFolder.codes);
  const told = ({ origin, ...session }: Session) => session;
  expect(ofZip.found.map(told)).toEqual(ofFolder.found.map(told));
  expect(ofZip.found[0]?.origin.path).toBe(join(zip, "conversations-000.json"));
});

test("of several exports each conversation is read once, as it was last", async () => {
  const earlier = fileWith("conversations.json", listOf(1_772_000_000, "Rye?", "Yes.", "Salt?"));
  const later = fileWith("renamed.json", listOf(1_772_000_900, "Rye?", "Yes."));
  const { found, codes } = await read(earlier, later);
  expect(found.map(textsOf)).toEqual([["Rye?", "Yes."]]);
  expect(found[0]?.records).toEqual({ read: 7, kept: 3, skipped: { copy: 3, "other-version": 1 } });
  expect(codes).toEqual(["differing-copy"]);
});

test("the list of another vendor is none", async () => {
  const { found, codes } = await read(fileWith("conversations.json", '[{"chat_messages":[]}]'));
  expect(found).toEqual([]);
  expect(codes).toEqual(["foreign-file"]);
  const damaged = await read(fileWith("conversations.json", '[{"current_node":"a1"}]'));
  expect(damaged.codes).toEqual(["malformed-export"]);
});

test("a conversation of very many messages is read", async () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `Loaf ${at}`);
  const { found } = await read(fileWith("conversations.json", listOf(1_772_000_000, ...texts)));
  expect(found[0]?.messages).toHaveLength(20_000);
});

test("a conversation whose messages are of another kind is kept as it is, and told", async () => {
  const [talk] = JSON.parse(listOf(1, "Is the kite dry?"));
  const nodes = Object.values(talk.mapping);
  const { found } = await read(
    fileWith("conversations.json", JSON.stringify([{ ...talk, mapping: nodes }])),
  );
  expect(found).toMatchObject([
    {
      messages: [],
      native: { mapping: nodes },
      records: { unknownFields: { "conversation-key.mapping": 1 } },
    },
  ]);
});

test("links of another kind between messages are kept as they are, and told", async () => {
  const [talk] = JSON.parse(listOf(1, "Is the kite dry?", "Almost."));
  const current_node = { id: "n1" };
  talk.mapping.n0.children = [{ id: "n1" }];
  const { found } = await read(
    fileWith("conversations.json", JSON.stringify([{ ...talk, current_node }])),
  );
  expect(found).toMatchObject([
    {
      messages: [{ native: { children: [{ id: "n1" }] } }, {}],
      native: { current_node },
      records: {
        unknownFields: { "content-text-key.children": 1, "conversation-key.current_node": 1 },
      },
    },
  ]);
});
