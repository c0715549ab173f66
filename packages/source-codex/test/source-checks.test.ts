import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { sourceChecks } from "@chatexport/testkit";
import { test } from "vitest";
import { dropped } from "../src/fields.js";
import codex from "../src/index.js";
import { files, ids, writeHome } from "./home.js";

const bodies = Object.entries(files()).filter(([path]) => path.includes("rollout-"));
const lines = bodies.flatMap(([path, text]): JsonObject[] =>
  path.endsWith(".json")
    ? [JSON.parse(text).session, ...JSON.parse(text).items]
    : text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
);
const main = `sessions/2026/03/02/rollout-2026-03-02T09-00-00-${ids.main}.jsonl`;

const checks = sourceChecks({
  create: codex,
  makeHome: async (home) => writeHome(home),
  // One prompt of the history belongs to a session that is gone.
  records: lines.length + 1,
  recordsIn: () => lines.filter(({ type }) => type !== "token_usage_record"),
  dropped: {
    ...dropped,
    updated_at: "of the list of titles; the records of the session have their times",
  },
  rewritten: {
    timestamp: "of records that are no message",
    type: "the model says it in its own words",
    cwd: "an address, which the session has as a path",
  },
  async enlarge(store, bytes) {
    const path = join(store, main);
    const text = readFileSync(path, "utf8");
    const filler = {
      type: "message",
      role: "developer",
      content: [{ type: "input_text", text: "x".repeat(bytes) }],
    };
    const [first = "", ...rest] = text.trim().split("\n");
    const at = rest.findIndex((line) => line.includes('"ctc_1"'));
    rest.splice(at, 0, JSON.stringify({ ordinal: 4, type: "response_item", payload: filler }));
    writeFileSync(path, `${[first, ...rest].join("\n")}\n`);
  },
  async damage(store) {
    const path = join(store, `sessions/2025/06/01/rollout-2025-06-01T09-00-00-${ids.bare}.jsonl`);
    appendFileSync(path, 'no JSON\n["no object"]\n{"type":"message","role":7}\n');
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    appendFileSync(path, '{"type":"message","content":[{"te');
    return [ids.main, ids.legacy, ids.document];
  },
  async addUnknown(store) {
    const path = join(store, `archived_sessions/rollout-2026-01-05T09-00-00-${ids.legacy}.jsonl`);
    appendFileSync(
      path,
      '{"timestamp":"2026-01-05T10:00:00.000Z","type":"weather","payload":{"wind":"north"}}\n',
    );
    return 1;
  },
});

for (const { name, skip, run } of checks)
  test(name, (context) => (skip === undefined ? run() : context.skip(skip)));
