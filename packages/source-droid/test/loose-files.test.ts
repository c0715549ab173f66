import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listSessions } from "@chatexport/core";
import { expect, onTestFinished, test } from "vitest";
import droid from "../src/index.js";

test("a file without a header is a session, but not when its messages are those of another tool", async () => {
  const folder = mkdtempSync(join(tmpdir(), "droid-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const message = { role: "user", content: [{ type: "text", text: "Which knot holds?" }] };
  const write = (name: string, own: object) =>
    writeFileSync(
      join(folder, name),
      `["session_start"]\n${JSON.stringify({ type: "message", id: "m1", message: own })}\n`,
    );
  write("knots.jsonl", message);
  write("foreign.jsonl", { ...message, timestamp: 1772618403000 });
  const found = await listSessions([droid({ roots: [folder] })], { report() {} });
  expect(found.map(({ ref }) => [ref.id, ref.title])).toEqual([["knots", "Which knot holds?"]]);
});
