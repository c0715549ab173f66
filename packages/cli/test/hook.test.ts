import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { chatexport, emptyFolder, environmentOf, exampleHome, filesIn } from "./binary.js";

/** A home with sessions of Claude Code and Codex. */
function newHome(): string {
  const home = emptyFolder();
  for (const name of [".claude", ".codex"])
    cpSync(join(exampleHome, name), join(home, name), { recursive: true });
  return home;
}

/** Runs what a tool would run, with what it says of the session that has ended. */
function runHook(home: string, line: string): Promise<number | null> {
  const child = spawn(line, { shell: true, cwd: home, env: environmentOf(home), stdio: "pipe" });
  child.stdin.on("error", () => {}).end('{"hook_event_name":"SessionEnd"}');
  return new Promise((resolve) => void child.on("close", resolve));
}

it("lets Claude Code and Codex export when something ends, and is undone", async () => {
  const home = newHome();
  const wrong = await chatexport(home, "hook", "install", "-o", ".claude/settings.json");
  expect(wrong.stderr).toMatch(/^error: --out .*: this is a file; name a folder\.\n$/);
  expect(wrong.exitCode).toBe(2);
  const dry = await chatexport(home, "hook", "install", "-o", "history", "--dry-run");
  expect(dry.stderr).toContain(
    "Codex: dry run: this would install the hook in ~/.codex/config.toml",
  );
  expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).not.toContain("hook run");

  const { exitCode, stderr } = await chatexport(home, "hook", "install", "-o", "history");
  expect(stderr).toContain("Claude Code: exports when a session ends");
  expect(exitCode).toBe(0);
  const settings = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
  expect(await runHook(home, settings.hooks.SessionEnd[0].hooks[0].command)).toBe(0);
  await vi.waitFor(() => {
    expect(filesIn(join(home, "history")).filter((name) => name.endsWith(".md"))).not.toEqual([]);
    expect(existsSync(join(home, "history/.chatexport/lock"))).toBe(false);
  });
  expect(readFileSync(join(home, ".cache/chatexport/hook.log"), "utf8")).toBe("");

  const [, list = ""] =
    /^notify = (.*)$/m.exec(readFileSync(join(home, ".codex/config.toml"), "utf8")) ?? [];
  const words: string[] = JSON.parse(list);
  expect(words.slice(-5)).toEqual(["hook", "run", "codex", "--out", join(home, "history")]);
  const event = '{"type":"agent-turn-complete"}';
  expect(await chatexport(home, ...words.slice(2), event)).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: "",
  });

  const removed = await chatexport(home, "hook", "remove");
  expect(removed.stderr).toContain("Codex: removed the hook from ~/.codex/config.toml.");
  const again = await chatexport(home, "hook", "remove", "codex");
  expect(again.stderr).toBe("Codex: there is no hook of chatexport in ~/.codex/config.toml.\n");
});

it.each([
  [["hook", "install", "claude"], "hook install needs --out FOLDER"],
  [["hook", "install", "cursor", "-o", "x"], "unknown tool with hooks 'cursor'"],
  [["hook", "start"], "unknown action of hook 'start'"],
  [["hook"], "hook needs <action>"],
])("refuses %j, and says what it takes", async (words, said) => {
  const { exitCode, stderr } = await chatexport(emptyFolder(), ...words);
  expect(stderr).toContain(said);
  expect(exitCode).toBe(2);
});

it("needs a tool that is there, unless one is named", async () => {
  const home = emptyFolder();
  const { exitCode, stderr } = await chatexport(home, "hook", "install", "-o", "history");
  expect(stderr).toContain("Neither Claude Code nor Codex has a folder here");
  expect(exitCode).toBe(1);
  mkdirSync(join(home, ".codex"));
  expect((await chatexport(home, "hook", "install", "-o", "history")).exitCode).toBe(0);
});
