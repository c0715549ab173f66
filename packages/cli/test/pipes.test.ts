import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { chatexport, homeWith } from "./binary.js";

/** The places where a reader expects a file. */
const places = [
  ".claude/settings.json",
  ".claude/history.jsonl",
  ".claude/projects/-p/other.jsonl",
  ".config/Cursor/User/globalStorage/state.vscdb",
  ".config/Cursor/User/globalStorage/state.vscdb-journal",
  ".config/Cursor/User/workspaceStorage/0/workspace.json",
  ".cursor/projects/p/agent-transcripts/other.txt",
  ".local/share/goose/sessions",
  ".local/share/zed/threads",
];

const from = ["claude", "cursor", "goose", "zed"].flatMap((name) => ["--from", name]);

// Nothing writes into it, so that a reader waits for ever.
describe.skipIf(process.platform === "win32")("a pipe", () => {
  test.each(places)("at %s is not opened", async (place) => {
    const home = homeWith({ id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" });
    const path = join(home, place);
    mkdirSync(dirname(path), { recursive: true });
    execFileSync("mkfifo", [path]);
    const { stdout } = await chatexport(home, "list", ...from);
    expect(stdout).toContain("First steps");
  });
});
