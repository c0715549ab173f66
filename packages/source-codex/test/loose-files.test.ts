import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessions } from "@chatexport/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import codex from "../src/index.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chatexport-codex-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const said = {
  timestamp: "2026-03-02T09:00:01.000Z",
  type: "response_item",
  payload: { type: "message", role: "user", content: [{ type: "input_text", text: "Rye?" }] },
};

test.each([
  ["whose header has no id", { ...said, type: "session_meta", payload: { cwd: "/home/mira" } }],
  ["whose header has another name for its content", { type: "session_meta", body: {} }],
  ["whose header is a list", ["session_meta"]],
])("a file %s is a session by its name", async (_, header) => {
  writeFileSync(
    join(folder, "rye.jsonl"),
    [header, said].map((line) => JSON.stringify(line)).join("\n"),
  );
  const found = [];
  for await (const { session } of sessions([codex({ roots: [folder] })])) found.push(session);
  expect(found.map(({ id }) => id)).toEqual(["rye"]);
  expect(JSON.stringify(found)).toContain("Rye?");
});
