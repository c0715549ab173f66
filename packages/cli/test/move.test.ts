import { spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createDatabase } from "../../sqlite/test/support/databases.js";
import { move } from "../src/commands/move/move.js";
import type { OptionsOf } from "../src/options/option-table.js";
import { emptyFolder, exampleHome, filesIn, homeWith, writeTranscript } from "./binary.js";
import { chatexport, terminal } from "./in-process.js";
import { kill } from "./killed.js";
import { expectValid } from "./schemas.js";

const id = "0b1c2d3e-0000-4000-8000-00000000a001";

/** A home with a project in it, in which a session took place. */
function homeWithProject() {
  const home = emptyFolder();
  const project = join(home, "code", "shop");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "readme.md"), "# Shop\n");
  writeTranscript(home, { id, cwd: project, title: "First steps" });
  return { home, project };
}

/** The files in a home, without those that set a move back. */
function storesIn(home: string): Record<string, string> {
  const paths = filesIn(home).filter((path) => !path.startsWith(".local"));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(home, path), "latin1")]));
}

describe("move", () => {
  it("shows what will change, asks, moves it, and sets it back", async () => {
    const { home } = homeWithProject();
    const before = storesIn(home);
    const { see, type, ended, lines } = terminal(home, ["move", "code/shop", "code/store"]);
    await see(/Go ahead\?/);
    expect(lines().join("\n")).toContain("~/code/shop → ~/code/store");
    expect(lines().join("\n")).toContain("✓ 1 session will be found under the new path.");
    type("y");
    expect(await ended).toBe(0);
    expect(lines().join("\n")).toContain("Moved: 1 session is found under ~/code/store");
    expect(existsSync(join(home, "code", "store", "readme.md"))).toBe(true);
    const { stdout } = await chatexport(home, "list", "--json");
    expect(JSON.parse(stdout)).toMatchObject([{ id, projectPath: join(home, "code", "store") }]);

    const undo = terminal(home, ["move", "--undo"]);
    await undo.see(/Undo the move of ~\/code\/shop/);
    undo.type("y");
    expect(await undo.ended).toBe(0);
    expect(storesIn(home)).toEqual(before);
  });

  it("changes nothing when the answer is no", async () => {
    const { home } = homeWithProject();
    const before = storesIn(home);
    const { see, type, ended, lines } = terminal(home, ["move", "code/shop", "code/store"]);
    await see(/Go ahead\?/);
    type("n");
    expect(await ended).toBe(1);
    expect(lines().join("\n")).toContain("Nothing was changed.");
    expect(storesIn(home)).toEqual(before);
  });

  it("changes nothing in a dry run", async () => {
    const { home } = homeWithProject();
    const before = filesIn(home);
    const words = ["move", "code/shop", "code/store", "--dry-run"];
    const { exitCode, stdout, stderr } = await chatexport(home, ...words);
    expect(stdout).toMatch(/^~\/code\/shop → ~\/code\/store\n {2}· The folder is renamed\.\n/);
    expect(stdout).toMatch(/\n {4}2 {2}cwd {2}0b1c2d3e-0000-4000-8000-00000000a001\.jsonl\n/);
    expect(stderr).toBe("Dry run: nothing was changed.\n");
    expect(exitCode).toBe(0);
    expect(filesIn(home)).toEqual(before);
  });

  it("says which sessions of other tools stay", async () => {
    const { home, project } = homeWithProject();
    const threads = [project, join(project, "web"), `${project}-two`].map(
      (folder, index) => `('${index}', 'Shop', 'json', '{"messages":[]}', '["${folder}"]')`,
    );
    createDatabase(join(home, ".local/share/zed/threads/threads.db"), [
      `CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT, data_type TEXT, data BLOB, folder_paths TEXT);
      INSERT INTO threads VALUES ${threads.join(", ")};`,
    ]);
    const words = ["move", "code/shop", "code/store", "--home", "."];
    const { stdout } = await chatexport(home, ...words, "--dry-run");
    expect(stdout).toContain("2 sessions of zed stay under the old path");
    const { stdout: json } = await chatexport(home, ...words, "--yes", "--json");
    expectValid("move", JSON.parse(json));
    expect(JSON.parse(json).plan.notes).toMatchObject([{ code: "sessions-stay" }]);

    const again = ["move", join(home, "code", "shop"), "code/store", "--sessions-only"];
    const refused = await chatexport(home, ...again, "--home", ".", "--yes");
    expect(refused.stderr).toContain("no tool that move changes knows this project");
    expect(refused.exitCode).toBe(1);
  });

  it("gives sessions of both tools to a folder that was moved by hand", async () => {
    const home = emptyFolder();
    cpSync(exampleHome, home, { recursive: true });
    const paths = ["/home/mira/code/lantern-shop", "/home/mira/code/lantern"];
    const words = ["move", ...paths, "--sessions-only", "--home", ".", "--json"];
    const { exitCode, stdout } = await chatexport(home, ...words, "--yes");
    const told = JSON.parse(stdout);
    expectValid("move", told);
    expect(told.outcome).toMatchObject({ sessions: 6, leftBehind: [] });
    expect(exitCode).toBe(0);
    const list = await chatexport(home, "list", "--json", "--project", "lantern");
    expect(JSON.parse(list.stdout)).toHaveLength(6);
    const back = await chatexport(home, "move", "--undo", "--home", ".", "--yes", "--json");
    expectValid("move", JSON.parse(back.stdout));
    expect(storesIn(home)).toEqual(storesIn(exampleHome));
  });

  it.each(["claude", "cursor"])("leaves the other tool alone with --%s-only", async (tool) => {
    const home = emptyFolder();
    const paths = ["/home/mira/code/lantern-shop", "/home/mira/code/lantern"];
    const words = ["move", ...paths, "--sessions-only", "--home", exampleHome, "--json"];
    const { stdout } = await chatexport(home, ...words, "--dry-run", `--${tool}-only`);
    const { plan } = JSON.parse(stdout);
    expect(plan.stores.map(({ source }: { source: string }) => source)).toEqual([tool]);
  });
});

describe("move refuses", () => {
  const common = { color: false };
  it.each<[string, OptionsOf<"move">, string, string]>([
    ["move needs two folders", common, "", ""],
    ["move needs two folders", common, "code/shop", ""],
    ["takes no folder", { ...common, undo: true }, "a", "b"],
    ["exclude each other", { ...common, claudeOnly: true, cursorOnly: true }, "a", "b"],
    ["--json cannot ask", { ...common, json: true }, "a", "b"],
    ["contradict each other", { ...common, yes: true, dryRun: true }, "a", "b"],
  ])("what cannot be meant: %s", async (sentence, options, from, to) => {
    await expect(move(options, from, to)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(sentence),
    });
  });

  it.each([
    [2, "move takes one old and one new", ["a", "b", "c"]],
    [2, "there is no terminal to ask at: add --yes", ["code/shop", "code/store"]],
    [1, "add --sessions-only", ["none", "code/shop", "--yes"]],
    [1, "No tool knows a project at", ["none", "code", "--sessions-only", "--yes"]],
    [1, "There is no move to undo", ["--undo", "--yes"]],
  ])("with %i: %s", async (code, sentence, words) => {
    const { home } = homeWithProject();
    const before = storesIn(home);
    const { exitCode, stderr } = await chatexport(home, "move", ...words);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(code);
    expect(storesIn(home)).toEqual(before);
  });

  it("while a session is open in the project", async () => {
    const { home, project } = homeWithProject();
    const open = { pid: process.pid, sessionId: id, cwd: join(project, "src"), status: "idle" };
    mkdirSync(join(home, ".claude", "sessions"));
    writeFileSync(join(home, ".claude", "sessions", "1.json"), JSON.stringify(open));
    const before = storesIn(home);
    const { exitCode, stderr } = await chatexport(home, "move", "code/shop", "code/store", "-y");
    expect(stderr).toContain(`has a session open in the project (process ${process.pid}`);
    expect(exitCode).toBe(1);
    expect(storesIn(home)).toEqual(before);
    const dryRun = await chatexport(home, "move", "code/shop", "code/store", "-n");
    expect(dryRun.stdout).toContain("✗ Claude Code has a session open");
  });

  it.runIf(process.platform === "linux")("while Cursor is running", async () => {
    const home = emptyFolder();
    cpSync(exampleHome, home, { recursive: true });
    const program = join(home, "cursor");
    copyFileSync("/bin/sleep", program);
    const running = spawn(program, ["infinity"]);
    onTestFinished(() => void running.kill());
    const paths = ["/home/mira/code/lantern-shop", home];
    const words = ["move", ...paths, "--sessions-only", "--yes"];
    const { exitCode, stderr } = await chatexport(home, ...words);
    expect(stderr).toContain(`Cursor is running (process ${running.pid}): quit it and try again.`);
    expect(exitCode).toBe(1);
    expect(storesIn(home)).toMatchObject(storesIn(exampleHome));
  });

  it("to set back what has gone on since", async () => {
    const { home, project } = homeWithProject();
    await chatexport(home, "move", "code/shop", "code/store", "--yes");
    const store = join(home, "code", "store");
    const folder = store.replace(/[^a-z0-9]/gi, "-");
    const transcript = join(home, ".claude/projects", folder, `${id}.jsonl`);
    writeFileSync(transcript, '{"type":"mode","mode":"normal"}\n', { flag: "a" });
    const { exitCode, stderr } = await chatexport(home, "move", "--undo", "--yes");
    expect(stderr).toContain("have written since that move");
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(`chatexport move ${store} ${project}`);
    expect(exitCode).toBe(1);
    await chatexport(home, "move", "code/store", "code/shop", "--yes");
    expect(existsSync(join(project, "readme.md"))).toBe(true);
  });
});

describe("a move that was killed", () => {
  it.each([2, 5])("is set back by the next one (%i)", async (n) => {
    const { home } = homeWithProject();
    const before = storesIn(home);
    kill(n, home, "move", "code/shop", "code/store", "--yes");
    const dryRun = await chatexport(home, "move", "code/shop", "code/store", "-n");
    expect(dryRun.stderr).toContain("was interrupted: run chatexport undo first.");
    const doctor = await chatexport(home, "doctor");
    expect(doctor.stdout).toContain("✗ The move of ~/code/shop to ~/code/store was interrupted");
    expect(doctor.stdout).toContain("→ chatexport undo\n");
    expect(doctor.exitCode).toBe(1);
    const { stderr, exitCode } = await chatexport(home, "move", "--undo", "--yes");
    expect(stderr.replaceAll("\n", " ")).toContain("everything is as it was before it.");
    expect(exitCode).toBe(0);
    expect(storesIn(home)).toEqual(before);
  });
});

describe("doctor", () => {
  it("names a journal that cannot be read, and goes on", async () => {
    const { home } = homeWithProject();
    const folder = join(home, ".local/state/chatexport/moves/20260101000000000-aaaaaa");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "journal.json"), "{");
    const { exitCode, stdout, stderr } = await chatexport(home, "doctor");
    expect(stdout).toContain("claude  Claude Code: 1 session");
    expect(stderr).toContain(`${folder}/journal.json`);
    expect(exitCode).toBe(1);
    const move = await chatexport(home, "move", "code/shop", "code/store", "--yes");
    expect(move.stderr).toContain("journal.json");
    expect(move.exitCode).toBe(1);
  });

  it("says how a project that was moved gets its sessions back", async () => {
    const home = homeWith();
    const [old, moved] = [join(home, "code", "shop"), join(home, "work", "shop")];
    for (const [end, cwd] of [
      ["1", old],
      ["2", join(old, "api")],
      ["3", join(home, "gone")],
    ] as const)
      writeTranscript(home, { id: `${id.slice(0, -1)}${end}`, cwd });
    mkdirSync(moved, { recursive: true });
    const { stdout } = await chatexport(home, "doctor");
    expect(stdout).toContain(`→ chatexport move ${old} ${moved} --sessions-only\n`);
    expect(stdout).toContain(`→ chatexport move ${home}/gone NEW --sessions-only\n`);
    expect(stdout).not.toContain(`chatexport move ${old}/api`);
    const json = await chatexport(home, "doctor", "--json");
    expectValid("doctor", JSON.parse(json.stdout));
    const repair = `chatexport move ${old} ${moved} --sessions-only`;
    expect(JSON.parse(json.stdout).missingProjects).toContainEqual({
      path: old,
      sessions: 1,
      movedTo: moved,
      repair,
    });
    const [, ...words] = repair.split(" ");
    expect((await chatexport(home, ...words, "--yes")).exitCode).toBe(0);
    const { stdout: after } = await chatexport(home, "doctor");
    expect(after).not.toContain(old);
    expect(after).toMatch(/· The backups of 1 change take [\d.]+ kB\. A change whose backup/);
  });
});
