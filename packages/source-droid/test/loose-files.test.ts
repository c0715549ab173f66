import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listSessions } from "@chatexport/core";
import { expect, onTestFinished, test } from "vitest";
import droid from "../src/index.js";

test("a file without a header is a session, but not when its records are those of another tool", async () => {
  const folder = mkdtempSync(join(tmpdir(), "droid-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, ...records: unknown[]) =>
    writeFileSync(
      join(folder, `${name}.jsonl`),
      records.map((each) => JSON.stringify(each)).join("\n"),
    );
  const message = { role: "user", content: [{ type: "text", text: "Which knot holds?" }] };
  const call = { role: "assistant", content: [{ type: "toolCall", name: "bash" }] };
  const record = { type: "message", id: "m1", message };
  write("damaged", ["session_start"], record);
  write("renamed", { typeNext: "session_start", id: "knots", cwd: "/srv/sail" }, record);
  write("pi", ["session"], { ...record, message: { ...message, timestamp: 1772618403000 } });
  write("claw", { type: "session", id: "knots" }, record);
  write("claw-damaged", ["session"], record, { ...record, message: call });
  write("claude", { ...record, type: "user" });
  const found = await listSessions([droid({ roots: [folder] })], { report() {} });
  expect(found.map(({ ref }) => [ref.id, ref.title])).toEqual([
    ["damaged", "Which knot holds?"],
    ["renamed", "Which knot holds?"],
  ]);
});
