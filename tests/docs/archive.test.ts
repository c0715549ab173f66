import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenLinks } from "./links.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(join(root, "docs/archive.md"), "utf8");

/** The code blocks of the page in one language, those of a section alone if it is named. */
function blocks(language: string, section = ""): string[] {
  const [, text = ""] = page.split(section === "" ? /^/ : new RegExp(`^#+ ${section}$`, "m"));
  const end = section === "" ? undefined : text.search(/^#+ /m);
  const within = section === "" ? page : text.slice(0, end === -1 ? undefined : end);
  const found = within.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"));
  return [...found].map(([, block = ""]) => block);
}

test("its links lead somewhere", () => {
  expect(brokenLinks(join(root, "docs/archive.md"))).toEqual([]);
});

test("the units of systemd say when, what, and for whom", () => {
  const [service = "", timer = ""] = blocks("ini");
  expect(service).toMatch(/^\[Service\]\nType=oneshot\n(?:.*\n)*ExecStart=\/usr\/bin\/env chat/m);
  expect(timer).toMatch(/^\[Timer\]\nOnCalendar=.+\nPersistent=true\n/m);
  expect(timer).toMatch(/^\[Install\]\nWantedBy=timers\.target\n/m);
});

describe.skipIf(process.platform === "win32")("in a shell", () => {
  let home = "";
  let first = "";

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "chatexport-archive-"));
    // Two tools are enough, and quicker.
    for (const name of [".claude", ".cursor", ".config/Cursor"])
      cpSync(join(root, "examples/home", name), join(home, name), { recursive: true });
    mkdirSync(join(home, "old"));
    cpSync(join(home, ".claude"), join(home, "old/.claude"), { recursive: true });
    mkdirSync(join(home, "bin"));
    const program = join(root, "packages/cli/bin/chatexport.js");
    command("chatexport", `exec "${process.execPath}" "${program}" "$@"`);
    // The schedules of this machine stay as they are.
    for (const name of ["systemctl", "loginctl", "launchctl", "crontab"]) command(name, ":");
    if (spawnSync("jq", ["--version"]).status !== 0) command("jq", "cat");
    [first = ""] = blocks("sh");
    expect(run(first)).toMatchObject({ status: 0 });
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  function command(name: string, script: string): void {
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  }

  /** Runs a script in the home folder, with nothing of this machine's environment but the path. */
  function run(script: string) {
    const author = { GIT_AUTHOR_NAME: "Mira", GIT_AUTHOR_EMAIL: "mira@example.com" };
    const committer = { GIT_COMMITTER_NAME: "Mira", GIT_COMMITTER_EMAIL: "mira@example.com" };
    const PATH = `${join(home, "bin")}:${process.env.PATH}`;
    return spawnSync("/bin/sh", ["-ec", script.replaceAll("/mnt/old", join(home, "old"))], {
      cwd: home,
      encoding: "utf8",
      env: { PATH, HOME: home, ...author, ...committer },
    });
  }

  test("the archive has the files that it shows", () => {
    const [, tree = ""] = page.split("a test keeps them true. -->");
    const [, listing = ""] = tree.split("```");
    const paths = pathsIn(listing);
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !existsSync(join(home, path)))).toEqual([]);
  });

  test("a second run changes nothing", () => {
    expect(run(first).stderr).toContain("Up to date: ");
  });

  const others = blocks("sh").slice(1);
  const ofGit = blocks("sh", "A git archive");
  const commands = others.filter((script) => !ofGit.includes(script));

  test.each(commands)("%s", (script) => {
    const { status, stderr } = run(script);
    expect(stderr).not.toMatch(/^error:/m);
    expect(status).toBe(0);
  });

  test("each scheduled command is one that the program understands", () => {
    const languages = ["crontab", "ini", "xml", "powershell"];
    const scheduled = languages.flatMap((language) => {
      const lines = blocks(language).flatMap((block) => block.split("\n"));
      return lines.flatMap((line) => /chatexport --to .*? --quiet/.exec(line)?.[0] ?? []);
    });
    expect(scheduled.length).toBe(languages.length);
    const here = scheduled.map((line) =>
      line.replace("%h", "$HOME").replace("%USERPROFILE%\\", "$HOME/"),
    );
    // Most of them are the same command.
    for (const line of new Set(here))
      expect(run(line), line).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  test("an archive without its memory reads itself, and knows its states again", () => {
    const [script = ""] = blocks("sh", "What lies in `.chatexport`");
    const memory = join(home, "chat-archive/.chatexport");
    rmSync(join(home, ".claude"), { recursive: true });
    rmSync(memory, { recursive: true });
    expect(run(script)).toMatchObject({ status: 0 });
    const lines = readFileSync(join(memory, "manifest.jsonl"), "utf8").trim().split("\n");
    const sessions = lines.map((line): { source: string; state?: string } => JSON.parse(line));
    expect(sessions.length).toBeGreaterThan(15);
    for (const { source, state } of sessions)
      expect(state).toBe(source === "claude" ? "vanished" : undefined);
    cpSync(join(home, "old/.claude"), join(home, ".claude"), { recursive: true });
  });

  const hasGit = spawnSync("git", ["--version"]).status === 0;
  test.skipIf(!hasGit)("the git archive gets a commit when there is something new", () => {
    const [once = "", script = ""] = ofGit;
    const inArchive = (words: string) => run(`cd chat-archive; ${words}`);
    const commits = () => inArchive("git rev-list --count HEAD").stdout;
    rmSync(join(home, "chat-archive"), { recursive: true });

    expect(run(once)).toMatchObject({ status: 0, stderr: "" });
    expect(run(script)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(commits()).toBe("1\n");
    expect(run(script)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(commits()).toBe("1\n");

    const ignored = ["lock", "journal.jsonl", "1-0.tmp"].map(
      (name) => `laptop/.chatexport/${name}`,
    );
    const { stdout } = inArchive(`git check-ignore ${ignored.join(" ")}`);
    expect(stdout.trim().split("\n")).toEqual(ignored);
    const attribute = inArchive("git check-attr merge laptop/.chatexport/manifest.jsonl");
    expect(attribute.stdout).toMatch(/: union\n$/);
    const files = inArchive("git -c core.quotePath=false ls-files").stdout.split("\n");
    expect(files).toContain("laptop/.chatexport/manifest.jsonl");
    expect(files).toContain("laptop/index.md");
  });
});

/** The paths in a tree of folders that end with a slash, each with what lies in it indented below. */
function pathsIn(tree: string): string[] {
  const folders: string[] = [];
  return tree
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, indent = "", name = ""] = /^( *)(\S+)/.exec(line) ?? [];
      folders.length = indent.length / 2;
      const path = [...folders, name.replace(/\/$/, "")].join("/");
      if (name.endsWith("/")) folders.push(name.slice(0, -1));
      return path;
    });
}
