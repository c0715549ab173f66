import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  binary,
  emptyFolder,
  environmentOf,
  exampleHome,
  filesIn,
  writeTranscript,
} from "./binary.js";
import { chatexport } from "./in-process.js";
import { expectValid } from "./schemas.js";

/** A chat of Cursor in the example home, with two prompts. */
const chat = "451bccac-0e3d-4cf7-ade0-fa05d3434feb";
const fromCursor = ["--from", "cursor", "--home", exampleHome, "--project", "."];

/** The files in a home, without journals. */
function storesIn(home: string): Record<string, string> {
  const paths = filesIn(home).filter((path) => !path.startsWith(".local"));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(home, path), "latin1")]));
}

/** The words of the session of an id, as a home has it. */
async function saidIn(home: string, id: string, ...places: string[]): Promise<string[]> {
  const { stdout } = await chatexport(home, "show", id, "--json", "--no-redact", ...places);
  const { messages } = JSON.parse(stdout) as { messages: { parts: Part[]; synthetic?: string }[] };
  return messages
    .filter(({ synthetic }) => !synthetic)
    .flatMap(({ parts }) =>
      parts.flatMap(({ type, text = "", synthetic }) =>
        type === "text" && !synthetic ? [text] : [],
      ),
    );
}

interface Part {
  type: string;
  text?: string;
  synthetic?: string;
}

describe("continue", () => {
  it("puts a chat of Cursor into Claude Code, and says how to go on", async () => {
    const home = emptyFolder();
    const { exitCode, stdout, stderr } = await chatexport(home, "continue", chat, ...fromCursor);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `claude --resume ${chat}\n` });
    expect(stderr).toContain("Claude Code has the session now: 2 prompts");
    expect(stderr).toContain("chatexport undo takes it back.");
    const original = await saidIn(home, chat, "--from", "cursor", "--home", exampleHome);
    expect(await saidIn(home, chat, "--from", "claude")).toEqual(original);
    const { stdout: list } = await chatexport(home, "list", "--json");
    expect(JSON.parse(list)).toMatchObject([{ id: chat, projectPath: home }]);
  });

  it("does not write it again, and undo takes it back to the byte", async () => {
    const home = emptyFolder();
    const words = ["continue", chat, ...fromCursor];
    await chatexport(home, ...words);
    const before = storesIn(home);
    const again = await chatexport(home, ...words);
    expect(again.stderr).toContain("Claude Code has the session already: ~/.claude/projects/");
    expect(again.stdout).toBe(`claude --resume ${chat}\n`);
    expect(storesIn(home)).toEqual(before);
    const list = await chatexport(home, "undo", "--list");
    expect(list.stdout).toContain(`chatexport continue ${chat.slice(0, 8)} in ~\n`);
    const json = await chatexport(home, "undo", "--list", "--json");
    expectValid("undo", JSON.parse(json.stdout));
    const undo = await chatexport(home, "undo", "--yes");
    expect(undo.stderr).toMatch(
      /^Undoing chatexport continue \S{8} in ~\.\nEverything is as it was before\.\n$/,
    );
    expect(undo.exitCode).toBe(0);
    expect(storesIn(home)).toEqual({});
    expect(existsSync(join(home, ".claude"))).toBe(false);
    const nothing = await chatexport(home, "undo", "--yes");
    expect(nothing).toMatchObject({ exitCode: 1, stderr: "error: There is nothing to undo.\n" });
  });

  it("refuses to undo it when Claude Code has gone on with it", async () => {
    const home = emptyFolder();
    await chatexport(home, "continue", chat, ...fromCursor);
    const path = filesIn(home).find((each) => each.endsWith(`${chat}.jsonl`)) ?? "";
    appendFileSync(join(home, path), '{"type":"mode","mode":"normal"}\n');
    const before = storesIn(home);
    const { exitCode, stderr } = await chatexport(home, "undo", "--yes");
    expect(stderr).toContain("have written since that change");
    expect(exitCode).toBe(1);
    expect(storesIn(home)).toEqual(before);
  });

  it("puts events and a title where Copilot CLI looks for them, and takes both back", async () => {
    const home = emptyFolder();
    const words = ["continue", chat, ...fromCursor, "--in", "copilot"];
    const { stdout } = await chatexport(home, ...words);
    expect(stdout).toBe(`copilot --resume=${chat}\n`);
    const own = () => filesIn(home).filter((each) => each.startsWith(".copilot"));
    const folder = `.copilot/session-state/${chat}`;
    expect(own()).toEqual([`${folder}/events.jsonl`, `${folder}/workspace.yaml`]);
    const original = await saidIn(home, chat, "--from", "cursor", "--home", exampleHome);
    expect(await saidIn(home, chat, "--from", "copilot")).toEqual(original);
    const again = await chatexport(home, ...words);
    expect(again.stderr).toContain("Copilot CLI has the session already");
    await chatexport(home, "undo", "--yes");
    expect(own()).toEqual([]);
  });

  it("puts it where Gemini CLI looks for the sessions of a folder, and takes all of it back", async () => {
    const home = emptyFolder();
    const words = ["continue", chat, ...fromCursor, "--in", "gemini"];
    const dry = await chatexport(home, ...words, "--dry-run");
    expect(dry.stderr.replaceAll(/\s+/g, " ")).toContain(".project_root");
    const { stdout } = await chatexport(home, ...words);
    expect(stdout).toBe(`gemini --resume ${chat}\n`);
    const [path = ""] = filesIn(home).filter((each) => each.endsWith(`-${chat.slice(0, 8)}.jsonl`));
    const project = path.split("/").slice(0, 3).join("/");
    expect(path).toMatch(/^\.gemini\/tmp\/[a-z0-9-]+\/chats\/session-/);
    expect(readFileSync(join(home, project, ".project_root"), "utf8")).toBe(home);
    const original = await saidIn(home, chat, "--from", "cursor", "--home", exampleHome);
    expect(await saidIn(home, chat, "--from", "gemini")).toEqual(original);
    const again = await chatexport(home, ...words);
    expect(again.stderr).toContain("Gemini CLI has the session already");
    await chatexport(home, "undo", "--yes");
    expect(filesIn(home).filter((each) => each.startsWith(".gemini"))).toEqual([]);
  });

  it("writes a file for OpenCode, and says how it is imported", async () => {
    const home = emptyFolder();
    const words = ["continue", chat, ...fromCursor, "--in", "opencode"];
    const { stdout, stderr } = await chatexport(home, ...words);
    const [, id = ""] = /opencode --session (ses_[\da-f]{26})\n$/.exec(stdout) ?? [];
    const path = join(home, ".local/share/chatexport/imports", `${id}.opencode.json`);
    expect(stdout).toBe(`opencode import ${path} && opencode --session ${id}\n`);
    expect(stderr).toContain("OpenCode can import the session now: 2 prompts");
    const original = await saidIn(home, chat, "--from", "cursor", "--home", exampleHome);
    expect(await saidIn(home, id, "--from", "opencode", "--root", path)).toEqual(original);
    const { stdout: json } = await chatexport(home, ...words, "--json");
    expectValid("continue", JSON.parse(json));
    expect(JSON.parse(json).plan).toMatchObject({
      ...{ id, path, isThere: true, import: ["opencode", "import", path] },
    });
    await chatexport(home, "undo", "--yes");
    expect(existsSync(path)).toBe(false);
  });

  it("puts it where pi looks for the sessions of a folder", async () => {
    const home = emptyFolder();
    const { stdout } = await chatexport(home, "continue", chat, ...fromCursor, "--in", "pi");
    expect(stdout).toBe(`pi --session ${chat}\n`);
    const [path = ""] = filesIn(home).filter((each) => each.endsWith(`Z_${chat}.jsonl`));
    const project = home.slice(1).replaceAll("/", "-");
    expect(path.startsWith(`.pi/agent/sessions/--${project}--/`)).toBe(true);
    const original = await saidIn(home, chat, "--from", "cursor", "--home", exampleHome);
    expect(await saidIn(home, chat, "--from", "pi")).toEqual(original);
    const again = await chatexport(home, "continue", chat, ...fromCursor, "--in", "pi");
    expect(again.stderr).toContain("pi has the session already");
  });

  it("leaves out what was said after the prompt of --at", async () => {
    const home = emptyFolder();
    const { stderr } = await chatexport(home, "continue", chat, ...fromCursor, "--at", "1");
    expect(stderr).toContain("Claude Code has the session now: 1 prompt,");
    const original = await saidIn(home, chat, "--from", "cursor", "--home", exampleHome);
    const said = await saidIn(home, chat, "--from", "claude");
    expect(original.slice(0, said.length)).toEqual(said);
    expect(said.length).toBeLessThan(original.length);
  });

  it("makes another session of one of Claude Code that goes on from an earlier prompt", async () => {
    const home = emptyFolder();
    const id = "0b1c2d3e-0000-4000-8000-00000000a001";
    writeTranscript(home, { id, cwd: home });
    const before = storesIn(home);
    const whole = await chatexport(home, "continue", id);
    expect(whole.stderr).toContain("Claude Code has the session already");
    expect(whole.stdout).toBe(`claude --resume ${id}\n`);
    const part = await chatexport(home, "continue", id, "--at", "1");
    expect(part.stdout).toMatch(/^claude --resume [\da-f-]{36}\n$/);
    expect(part.stdout).not.toContain(id);
    expect(storesIn(home)).toMatchObject(before);
    expect(Object.keys(storesIn(home))).toHaveLength(Object.keys(before).length + 1);
  });

  it("brings back what was said in the other tool", async () => {
    const home = emptyFolder();
    const id = "0b1c2d3e-0000-4000-8000-00000000a001";
    writeTranscript(home, { id, cwd: home });
    const there = JSON.parse(
      (await chatexport(home, "continue", id, "--in", "codex", "--json")).stdout,
    );
    const before = await saidIn(home, id, "--from", "codex");
    const line = (type: string, payload: object) =>
      `${JSON.stringify({ timestamp: "2026-11-20T10:00:00.000Z", type, payload })}\n`;
    const text = "And in the other one?";
    const content = [{ type: "input_text", text }];
    appendFileSync(
      there.plan.path,
      line("response_item", { type: "message", role: "user", content }) +
        line("event_msg", { type: "user_message", message: text, images: [] }),
    );
    const words = ["continue", id, "--from", "codex", "--in", "claude"];
    const { stdout, stderr } = await chatexport(home, ...words);
    expect(stderr.replaceAll("\n", " ")).toMatch(
      /It is another session than ~\/\.claude\/projects\/\S+\.jsonl, which does not have all that was said\./,
    );
    const [other = ""] = /[\da-f-]{36}/.exec(stdout) ?? [];
    expect(other).not.toBe(id);
    expect(await saidIn(home, other, "--from", "claude")).toEqual([...before, text]);
    expect((await chatexport(home, ...words)).stderr).toContain("has the session already");
  });

  it.each([
    [
      1,
      "is not on this machine; name another with --project FOLDER",
      ["--from", "cursor", "--home", exampleHome],
    ],
    [1, "There is no prompt 9: the session has 2 prompts.", [...fromCursor, "--at", "9"]],
    [1, "There is no folder ~/nowhere.", [...fromCursor.slice(0, -1), "nowhere"]],
    [2, "--at takes a whole number", [...fromCursor, "--at", "first"]],
  ])("ends with %i: %s", async (code, sentence, words) => {
    const home = emptyFolder();
    const { exitCode, stdout, stderr } = await chatexport(home, "continue", chat, ...words);
    expect(stderr.replaceAll("\n", " ")).toContain(sentence);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(storesIn(home)).toEqual({});
  });

  it("changes nothing with --dry-run, and is JSON with --json", async () => {
    const home = emptyFolder();
    const words = ["continue", chat, ...fromCursor];
    const dryRun = await chatexport(home, ...words, "--dry-run");
    expect(dryRun.stderr).toContain("Dry run: this would write ~/.claude/projects/");
    expect(dryRun.stderr).toMatch(/\b1 tool call became text\b|\d+ tool calls became text\b/);
    expect(storesIn(home)).toEqual({});
    const planned = JSON.parse((await chatexport(home, ...words, "-n", "--json")).stdout);
    expectValid("continue", planned);
    const done = JSON.parse((await chatexport(home, ...words, "--json")).stdout);
    expectValid("continue", done);
    expect(planned.losses.length).toBeGreaterThan(0);
    expect(dryRun.stderr).toContain(planned.losses.join("\n"));
    expect(done).toMatchObject({ ...planned, outcome: { bytes: expect.any(Number) } });
    expect(existsSync(done.plan.path)).toBe(true);
  });

  it.skipIf(process.platform === "win32")("starts the tool with --run", () => {
    const home = emptyFolder();
    const programs = join(home, "programs");
    mkdirSync(programs);
    writeFileSync(join(programs, "claude"), '#!/bin/sh\necho "$PWD: $*"\nexit 7\n');
    chmodSync(join(programs, "claude"), 0o755);
    const started = (path: string) =>
      spawnSync(process.execPath, [binary, "continue", chat, ...fromCursor, "--run"], {
        cwd: home,
        env: { ...environmentOf(home), PATH: path },
        encoding: "utf8",
      });
    const found = started([programs, process.env.PATH].join(delimiter));
    expect(found.stdout).toContain(`${home}: --resume ${chat}\n`);
    expect(found.status).toBe(7);
    const missing = started(emptyFolder());
    expect(missing.stderr).toContain("error: claude is not on the PATH");
    expect(missing.status).toBe(1);
  });

  it.skipIf(process.platform === "win32")("imports it first where a tool needs that", () => {
    const [home, programs] = [emptyFolder(), emptyFolder()];
    const program = join(programs, "opencode");
    const started = (script: string) => {
      writeFileSync(program, script);
      chmodSync(program, 0o755);
      const words = ["continue", chat, ...fromCursor, "--in", "opencode", "--run"];
      return spawnSync(process.execPath, [binary, ...words], {
        cwd: home,
        env: { ...environmentOf(home), PATH: [programs, process.env.PATH].join(delimiter) },
        encoding: "utf8",
      });
    };
    const { stdout } = started('#!/bin/sh\necho "started $*"\n');
    expect(stdout).toMatch(/started import \/.+\.opencode\.json\nstarted --session ses_\w+\n$/);
    const failed = started('#!/bin/sh\necho "started $*"\nexit 3\n');
    expect(failed.stdout).not.toContain("started --session");
    expect(failed.status).toBe(3);
  });
});

describe("restore", () => {
  const id = "0b1c2d3e-0000-4000-8000-00000000a001";

  it("brings back what only the archive has", async () => {
    const home = emptyFolder();
    const cwd = join(home, "code", "gone");
    writeTranscript(home, { id, cwd, title: "First steps" });
    const said = await saidIn(home, id);
    await chatexport(home, "export", "--to", "jsonl");
    rmSync(join(home, ".claude"), { recursive: true });
    const { exitCode, stdout, stderr } = await chatexport(home, "restore", id);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("Its folder ~/code/gone is not on this machine");
    expect(stdout).toBe(`claude --resume ${id}\n`);
    expect(await saidIn(home, id)).toEqual(said);
    mkdirSync(cwd, { recursive: true });
    const again = await chatexport(home, "restore", id);
    expect(again.stdout).toBe(`cd ${cwd} && claude --resume ${id}\n`);
    const list = JSON.parse((await chatexport(home, "list", "--json")).stdout);
    expect(list).toMatchObject([{ id, title: "First steps", projectPath: cwd }]);
  });

  it("brings sub-agents back with their session, and takes them away with it", async () => {
    const home = emptyFolder();
    const store = new URL("../../source-claude/fixtures/agents-nested/store", import.meta.url);
    cpSync(fileURLToPath(store), join(home, ".claude", "projects"), { recursive: true });
    const agents = () =>
      filesIn(join(home, ".claude")).filter((path) => /\/subagents\/agent-.*\.jsonl$/.test(path));
    const before = agents();
    const session = "11111111-1111-4111-8111-111111111111";
    await chatexport(home, "export", "--to", "jsonl");
    rmSync(join(home, ".claude"), { recursive: true });
    const { stderr } = await chatexport(home, "restore", session);
    expect(stderr).toContain(`and ${before.length} sub-agents, checked by reading it back.`);
    expect(agents()).toEqual(before);
    expect((await chatexport(home, "undo", "--yes")).exitCode).toBe(0);
    expect(existsSync(join(home, ".claude"))).toBe(false);
    const { stdout } = await chatexport(home, "restore", session, "--dry-run", "--json");
    expectValid("restore", JSON.parse(stdout));
    expect(JSON.parse(stdout).plan.agents).toHaveLength(before.length);
  });

  it("brings a session of another system back into its folder there", async () => {
    const home = emptyFolder();
    const cwd = "C:\\Users\\mira\\shop";
    writeTranscript(home, { id, cwd });
    await chatexport(home, "export", "--to", "jsonl");
    const before = filesIn(join(home, ".claude"));
    rmSync(join(home, ".claude"), { recursive: true });
    const { stdout } = await chatexport(home, "restore", id);
    expect(stdout).toBe(`claude --resume ${id}\n`);
    expect(filesIn(join(home, ".claude"))).toEqual(before);
    const list = JSON.parse((await chatexport(home, "list", "--json")).stdout);
    expect(list).toMatchObject([{ id, projectPath: cwd }]);
  });

  it("names no option that it does not have", async () => {
    const home = emptyFolder();
    const path = writeTranscript(home, { id });
    writeFileSync(path, `${JSON.stringify({ type: "custom-title", customTitle: "A" })}\n`);
    const { exitCode, stderr } = await chatexport(home, "continue", id);
    expect(stderr).toContain("no session has an id");
    expect(stderr).not.toMatch(/--empty|--verbose/);
    expect(exitCode).toBe(1);
  });

  it("refuses where there is no archive or no JSONL in it, and for sessions of tools that take none", async () => {
    const home = emptyFolder();
    const nowhere = await chatexport(home, "restore", id);
    expect(nowhere.stderr).toContain("There is no archive at ./chat-export: name one");
    expect(nowhere.exitCode).toBe(2);
    await chatexport(home, "export", "--home", exampleHome, "--from", "cursor");
    const unreadable = await chatexport(home, "restore", chat);
    expect(unreadable.stderr).toBe(
      `error: ${chat} not found: ./chat-export has no JSONL; only sessions exported with --to jsonl can be restored.\n`,
    );
    expect(unreadable.exitCode).toBe(1);
    await chatexport(home, "export", "--to", "jsonl", "--home", exampleHome, "--from", "cursor");
    const foreign = await chatexport(home, "restore", chat);
    expect(foreign.stderr).toContain(
      "into Claude Code, Codex, Copilot CLI, Gemini CLI, OpenCode and pi, not into cursor: chatexport continue",
    );
    expect(foreign.exitCode).toBe(1);
  });
});
