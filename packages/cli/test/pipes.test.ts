import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { homeWith, start } from "./binary.js";

/** Where a reader expects a file. */
const places = [
  ".claude/settings.json",
  ".claude/history.jsonl",
  ".claude/projects/-p/other.jsonl",
  ".config/Cursor/User/globalStorage/state.vscdb",
  ".config/Cursor/User/globalStorage/state.vscdb-journal",
  ".config/Cursor/User/workspaceStorage/0/workspace.json",
  ".cursor/projects/p/agent-transcripts/other.txt",
];

// Nothing writes into it, so that a reader waits for ever.
describe.skipIf(process.platform === "win32")("a pipe", () => {
  test.each(places)("at %s is not opened", async (place) => {
    const home = homeWith({ id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" });
    const path = join(home, place);
    mkdirSync(dirname(path), { recursive: true });
    execFileSync("mkfifo", [path]);
    const child = start(home, "list", "--from", "claude", "--from", "cursor");
    const stopped = setTimeout(() => child.kill("SIGKILL"), 15_000);
    let shown = "";
    child.stdout.on("data", (text) => {
      shown += text;
    });
    await new Promise((resolve) => child.on("close", resolve));
    clearTimeout(stopped);
    expect(shown).toContain("First steps");
  });
});
