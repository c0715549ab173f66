import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import copilot from "../src/index.js";
import { storeOf } from "./store.js";

const id = "77777777-aaaa-4aaa-8aaa-000000000007";

/** Which changes were kept in the chat of a fixture that has another id, and notes at a place of its own. */
async function kept(otherId: string, notes: string) {
  const { path, remove } = storeOf("chat-log");
  const workspace = join(path, ".config/Code/User/workspaceStorage/0a1b");
  const chat = join(workspace, "chatSessions", `${id}.jsonl`);
  const text = readFileSync(chat, "utf8");
  writeFileSync(chat, text.replaceAll(id, JSON.stringify(otherId).slice(1, -1)));
  renameSync(join(workspace, "chatEditingSessions", id), join(workspace, notes));
  const reported: Diagnostic[] = [];
  const statuses: unknown[] = [];
  const options = { report: (one: Diagnostic) => void reported.push(one) };
  for await (const { session } of sessions([copilot({ roots: [chat] })], options))
    for (const { parts } of session.messages)
      for (const part of parts) if (part.type === "edit") statuses.push(part.status);
  remove();
  return { statuses: new Set(statuses), reported };
}

test("notes on changes lie in a folder that has the name of the chat", async () => {
  const { statuses } = await kept("other", "chatEditingSessions/other");
  expect(statuses).toContain("rejected");
});

test.each(["../notes", "\0"])("an id like %j leads nowhere", async (otherId) => {
  const { statuses, reported } = await kept(otherId, "notes");
  expect(statuses).not.toContain("rejected");
  expect(reported).toEqual([]);
});
