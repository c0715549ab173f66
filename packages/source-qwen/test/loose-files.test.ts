import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listSessions } from "@chatexport/core";
import { expect, onTestFinished, test } from "vitest";
import qwen from "../src/index.js";

test("a file that lost its ids is a chat, but not one of another tool", async () => {
  const folder = mkdtempSync(join(tmpdir(), "qwen-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, record: object) =>
    writeFileSync(join(folder, `${name}.jsonl`), `${JSON.stringify(record)}\n`);
  const prompt = { role: "user", parts: [{ text: "Which sail is up?" }] };
  const ids = { uuid: "s1", sessionId: "sail" };
  write("lost-session", { uuid: "s1", sessionIdNext: "sail", type: "user", message: prompt });
  write("lost-uuid", { uuid: ["s1"], sessionId: "jib", type: "user", message: prompt });
  write("claude", { ...ids, type: "user", message: { role: "user", content: "Which?" } });
  const found = await listSessions([qwen({ roots: [folder] })], { report() {} });
  expect(found.map(({ ref }) => ref.id).sort()).toEqual(["jib", "lost-session"]);
});
