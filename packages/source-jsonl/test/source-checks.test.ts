import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Session, TaskCall } from "@chatexport/core";
import { sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import jsonl from "../src/index.js";
import { fileOf, message, sessionOf } from "./archive.js";

const answer = { ...message("two"), role: "assistant" as const, parentId: "one" };

const records = { read: 3, kept: 2, skipped: { progress: 1 } };

const branched = sessionOf("branched", {
  title: "Two lines",
  startedAt: "2026-03-01T10:00:00.000Z",
  updatedAt: "2026-03-01T10:05:00.000Z",
  messages: [{ ...message("one"), createdAt: "2026-03-01T10:00:00.000Z" }, answer],
  branches: [
    { id: "b", forkedFrom: "one", reason: "edit", messages: [message("other", "Something else")] },
  ],
  records,
});

const parent = sessionOf("parent", {
  messages: [message("one"), { ...answer, parts: [task("call", "agent")] }],
  subagents: [
    sessionOf("agent", {
      parent: { sessionId: "parent", relation: "subagent", toolCallId: "call" },
      records,
    }),
  ],
  records,
});

const files: Readonly<Record<string, readonly Session[]>> = {
  "shop/branched.jsonl": [branched],
  "shop/parent.jsonl": [parent],
  "several.jsonl": [sessionOf("first", { records }), sessionOf("second", { records })],
};

const checks = sourceChecks({
  create: jsonl,
  async makeHome(home) {
    const archive = join(home, "archive");
    mkdirSync(join(archive, "shop"), { recursive: true });
    for (const [path, sessions] of Object.entries(files))
      writeFileSync(join(archive, path), await fileOf(...sessions));
    return archive;
  },
  records: 5 * records.read,
  async enlarge(store, bytes) {
    const path = join(store, "shop/branched.jsonl");
    change(path, (text) => text.replace("Something else", "word ".repeat(bytes / 4)));
  },
  async damage(store) {
    change(join(store, "several.jsonl"), (text) => text.slice(0, -100));
    const path = join(store, "shop/parent.jsonl");
    change(path, (text) =>
      text.replace('{"type":"message"', "\0\ufffd").replace('"role":', '"rule":'),
    );
    return ["branched", "first"];
  },
  skip: {
    "refs carry the name of the source":
      "An archive names the source that read the tool's own store.",
    "the home folder and the store as a root give the same sessions":
      "An archive lies where its owner put it, not in a home folder.",
    "listing reads no bodies":
      "A file may hold many sessions, and has no index: listing looks for the lines that begin one.",
    "damaged records are counted as malformed":
      "The tally is that of the tool's own store, as it was read when the archive was written.",
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));

function change(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}

function task(id: string, subagent: string): TaskCall {
  return {
    type: "tool-call",
    id,
    kind: "task",
    name: "Task",
    status: "completed",
    subagent,
    result: { content: [{ type: "text", text: "Done." }], isError: false },
  };
}
