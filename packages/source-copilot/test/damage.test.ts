import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import copilot from "../src/index.js";
import { storeOf } from "./store.js";

test("chats in a database are found where its index finds no row", async () => {
  const { path, remove } = storeOf("stored-chats");
  const database = join(path, ".config/Code/User/globalStorage/state.vscdb");
  const bytes = readFileSync(database);
  // The third page is that of the index: it has no entry any more.
  bytes.writeUInt16BE(0, 2 * 4096 + 3);
  writeFileSync(database, bytes);
  const ids: string[] = [];
  for await (const { session } of sessions([copilot({ roots: [database] })])) ids.push(session.id);
  remove();
  expect(ids).toEqual(["99999999-aaaa-4aaa-8aaa-000000000005"]);
});

test("a session is listed by its first line, however long that is", async () => {
  const { path, remove } = storeOf("session");
  const folder = join(path, ".copilot/session-state/11111111-aaaa-4aaa-8aaa-000000000001");
  const file = join(folder, "events.jsonl");
  const [first = "", ...others] = readFileSync(file, "utf8").split("\n");
  const long = first.replace('"data":{', `"data":{"glow":"${"amber ".repeat(100_000)}",`);
  rmSync(join(folder, "workspace.yaml"));
  writeFileSync(file, [long, ...others].join("\n"));
  const ids: string[] = [];
  for await (const { ref } of sessions([copilot({ roots: [file] })])) ids.push(ref.id);
  remove();
  expect(ids).toEqual(["11111111-aaaa-4aaa-8aaa-000000000001"]);
});
