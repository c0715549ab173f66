import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shells } from "../../src/commands/completion/completion.js";
import { emptyFolder, homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { useShell } from "./shell.js";

/** A home with two sessions, of which one has a hostile title, and some files. */
function furnishedHome(): string {
  const home = homeWith(
    { id: "aaaaaaaa-1111-4111-8111-111111111111", title: "Count the lanterns", cwd: "/w/shop" },
    {
      id: "bbbbbbbb-2222-4222-8222-222222222222",
      title: `A key ghp_${"A1b2C3d4E5f6G7h8I9j0".repeat(2).slice(0, 36)}\t\u001b[31m$(touch x)`,
      cwd: "/w/bird walks",
      startedAt: "2026-02-01T10:00:00.000Z",
    },
  );
  mkdirSync(join(home, "old history"));
  writeFileSync(join(home, "options.json"), '{ "from": "claude" }');
  return home;
}

/** The offers for the last of these words: the kind, then the words with their meanings. */
async function offered(cwd: string, ...words: string[]): Promise<[string, Record<string, string>]> {
  const { stdout, stderr, exitCode } = await chatexport(cwd, "__complete", ...words);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  const [kind = "", ...lines] = stdout.split("\n").slice(0, -1);
  return [kind, Object.fromEntries(lines.map((line) => line.split("\t")))];
}

/** Only the words that are offered. */
async function wordsFor(cwd: string, ...words: string[]): Promise<string[]> {
  return Object.keys((await offered(cwd, ...words))[1]);
}

describe("what is offered", () => {
  it("are commands first, and after help", async () => {
    const cwd = emptyFolder();
    const [kind, words] = await offered(cwd, "");
    expect(kind).toBe("words");
    expect(words).toMatchObject({ list: "List sessions, newest first", help: /./ });
    expect(await wordsFor(cwd, "l")).toEqual(["list"]);
    expect(await wordsFor(cwd, "help", "pl")).toEqual(["plugins"]);
    expect(await wordsFor(cwd, "help", "list", "")).toEqual([]);
    expect(await wordsFor(cwd, "bogus", "")).toEqual([]);
  });

  it("are the options of the command, those that may come once only once", async () => {
    const cwd = emptyFolder();
    expect(await wordsFor(cwd, "--d")).toEqual(["--detail", "--dry-run"]);
    expect(await wordsFor(cwd, "list", "--json", "--j")).toEqual([]);
    expect(await wordsFor(cwd, "list", "--session", "--json", "--j")).toEqual(["--json"]);
    expect(await wordsFor(cwd, "list", "--from", "claude", "--fr")).toEqual(["--from"]);
    expect(await wordsFor(cwd, "list", "--o")).toEqual(["--option"]);
    expect(await wordsFor(cwd, "list", "")).toContain("--project");
    expect(await wordsFor(cwd, "-V")).toEqual([]);
    expect(await wordsFor(cwd, "--v")).toEqual(["--verbose", "--version"]);
    expect(await wordsFor(cwd, "list", "--v")).toEqual(["--verbose"]);
  });

  it.each([
    [
      ["--detail", ""],
      ["conversation", "standard", "full"],
    ],
    [["--detail=f"], ["--detail=full"]],
    [
      ["show", "--branches", "a"],
      ["active", "all"],
    ],
    [
      ["-f", "c"],
      [
        "chatgpt",
        "claude",
        "claude-ai",
        "cline",
        "codex",
        "continue",
        "copilot",
        "crush",
        "cursor",
      ],
    ],
    [["--to=m"], ["--to=markdown"]],
    [["search", "--role", "t"], ["tool"]],
    [
      ["search", "--tool", "e"],
      ["execute", "edit"],
    ],
    [["search", "lan"], []],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [
      ["--option", "redact.pa"],
      ["redact.paths=true", "redact.paths=false"],
    ],
    [["--option=markdown.l"], ["--option=markdown.layout=file", "--option=markdown.layout=folder"]],
    [["--option", "redact.r"], ["redact.rule="]],
    [["--limit", ""], []],
    [["--bogus", ""], ["--project"]],
  ])("are the values that there are: %j", async (words, expected) => {
    expect(
      (await wordsFor(emptyFolder(), ...words)).slice(0, Math.max(expected.length, 1)),
    ).toEqual(expected);
  });

  it.each([
    ["files", "--out", ""],
    ["files", "--root", "x"],
    ["files", "--config="],
    ["files", "--report", ""],
    ["folders", "list", "--home", ""],
  ])("are %s of the shell's own", async (kind, ...words) => {
    expect(await offered(emptyFolder(), ...words)).toEqual([kind, {}]);
  });

  it("offers what a value can be for the command that is typed", async () => {
    const { stdout } = await chatexport(emptyFolder(), "__complete", "stats", "--to", "");
    expect(stdout).toBe("words\nhtml\t\nsvg\t\n");
  });

  it("are stored sessions with masked titles, newest first, as the options before choose", async () => {
    const home = furnishedHome();
    const { stdout } = await chatexport(home, "__complete", "show", "--from", "claude", "");
    expect(stdout.split("\n")).toEqual([
      "words",
      "latest\tthe newest session",
      "bbbbbbbb\t2026-02-01 · bird walks · A key [redacted: github-token] $(touch x)",
      "aaaaaaaa\t2026-01-31 · shop · Count the lanterns",
      "",
    ]);
    const ofShop = await wordsFor(home, "list", "--project", "shop", "--session", "");
    expect(ofShop).toEqual(["aaaaaaaa"]);
    const named = await wordsFor(home, "--config", "options.json", "--session", "bbbb");
    expect(named).toEqual(["bbbbbbbb"]);
    expect(await wordsFor(home, "--root", "nowhere", "--session", "")).toEqual([]);
  });

  it("are the projects of the stored sessions", async () => {
    const [, projects] = await offered(furnishedHome(), "list", "--project", "");
    expect(projects).toEqual({ "bird walks": "1 session", shop: "1 session" });
  });

  it("follow a file of options, but run none", async () => {
    const home = furnishedHome();
    writeFileSync(join(home, "chatexport.config.json"), '{ "project": "shop" }');
    expect(await wordsFor(home, "--from", "claude", "--session", "")).toEqual(["aaaaaaaa"]);
    rmSync(join(home, "chatexport.config.json"));
    const program =
      'import { writeFileSync } from "node:fs"; writeFileSync("ran", ""); export default {};';
    writeFileSync(join(home, "chatexport.config.mjs"), program);
    const ids = await wordsFor(home, "--from", "claude", "--session", "");
    expect(ids.sort()).toEqual(["aaaaaaaa", "bbbbbbbb"]);
    expect(existsSync(join(home, "ran"))).toBe(false);
  });

  it("is nothing where the words before are wrong", async () => {
    expect(await wordsFor(emptyFolder(), "--since", "soon", "--session", "")).toEqual([]);
    expect(await wordsFor(emptyFolder(), "--config", "nowhere", "--project", "")).toEqual([]);
  });
});

describe("chatexport completion", () => {
  it("says for another shell which there are and how they get it", async () => {
    const { exitCode, stdout, stderr } = await chatexport(emptyFolder(), "completion", "bsh");
    expect(stderr).toContain(
      "unknown shell 'bsh' (did you mean 'bash'?); choose from bash, zsh, fish.",
    );
    for (const { line, file } of Object.values(shells))
      expect(stderr).toContain(`${line} in ${file}`);
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
  });

  it("says in its help how each shell gets it", async () => {
    const { stdout } = await chatexport(emptyFolder(), "completion", "--help");
    for (const { line, file } of Object.values(shells)) {
      expect(stdout).toContain(line);
      expect(stdout).toContain(file);
    }
  });
});

describe.each(["bash", "zsh", "fish"] as const)("completion in %s", (name) => {
  const startShell = useShell(name);
  const install = shells[name].line;

  it("finishes what was begun, shows what there is to choose, and runs none of it", async () => {
    const home = furnishedHome();
    const shell = await startShell(home, install, { columns: 100, rows: 40 });
    for (const [words, seen] of [
      ["chatexport li", /^> chatexport list/m],
      ["true; chatexport plu", /^> true; chatexport plugins/m],
      ["chatexport --det", /^> chatexport --detail/m],
      ["chatexport --detail fu", /^> chatexport --detail full/m],
      ["chatexport --detail=conv", /^> chatexport --detail=conversation/m],
      ["chatexport --option jsonl.dialect=op", /jsonl\.dialect=openai/],
      ["chatexport --config opt", /^> chatexport --config options\.json/m],
      ["chatexport --home ol", /^> chatexport --home old\\ history\//m],
      ["chatexport --out=ol", /^> chatexport --out=old\\ history\//m],
      ["chatexport list --project bi", /^> chatexport list --project bird\\ walks/m],
      ["chatexport show aaa", /^> chatexport show aaaaaaaa/m],
    ] as const) {
      shell.type(`${words}\t`);
      await shell.see(seen);
      // Empties the line; Ctrl-C could come before the shell listens again.
      shell.type("\u0015");
      await shell.see(/(?:^|\n)>$/);
    }
    shell.type("chatexport --project '$(touch typed)' --re\t\t");
    await shell.see(/--report .*write a JSON report/);
    expect(existsSync(join(home, "typed"))).toBe(false);
  });
});
