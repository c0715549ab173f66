import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { buildDatabase } from "../../../scripts/cursor-store.mjs";
import { remedies } from "../src/commands/doctor/problems.js";
import { emptyFolder, filesIn, homeWith, writeTranscript } from "./binary.js";
import { chatexport, terminal } from "./in-process.js";
import { expectValid } from "./schemas.js";
import { sourceNames } from "./source-names.js";

const example = fileURLToPath(new URL("../../../examples/home", import.meta.url));
const first = { id: "0b1c2d3e-0000-4000-8000-00000000a001", title: "First steps" };
const listed = "11111111-1111-4111-8111-111111111111";
const unlisted = "22222222-2222-4222-8222-222222222222";

describe("doctor", () => {
  it("says of each source what is where, and that all is well", async () => {
    const { exitCode, stdout, stderr } = await chatexport(
      emptyFolder(),
      "doctor",
      "--home",
      example,
    );
    expect(stdout).toMatch(
      /^claude {2}Claude Code: 8 sessions, \d+ kB\n {2}✓ .*\.claude\n\ncline /m,
    );
    expect(stdout).toMatch(/✓ .*\.cursor\n {4}2 sessions, \d+ kB\n/);
    expect(stdout).not.toContain("Other rows");
    expect(stdout).toContain("  · 7 other places do not exist (--verbose lists them).\n");
    expect(stdout).toMatch(/\(.*settings\.json\)\.\n/);
    expect(stdout).toContain("  ✓ 29 sessions found; ready to export.\n");
    // The projects of another home are elsewhere.
    expect(stdout).not.toContain("Missing project folders");
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    const whole = await chatexport(emptyFolder(), "doctor", "--home", example, "--verbose");
    expect(whole.stdout).toMatch(/\.claude\n {4}8 sessions \(jsonl 7, history 1\), /);
    expect(whole.stdout).toMatch(/^ {4}Other rows: 12 \(by-reference 6, indexes 4, /m);
  });

  it("counts the files of no session, and none that belongs to one", async () => {
    const home = homeWith(first);
    const folder = join(home, ".claude/todos");
    mkdirSync(folder);
    const list = JSON.stringify([{ content: "Bake", status: "pending" }]);
    for (const id of [first.id, listed, unlisted])
      writeFileSync(join(folder, `${id}-agent-${id}.json`), list);
    mkdirSync(join(home, ".claude/plans"));
    writeFileSync(join(home, ".claude/plans/warm-old-oven.md"), "# Bake\n");
    const { stdout } = await chatexport(home, "doctor");
    expect(stdout).toContain("\n    Files of no session: todo lists 2, plans 1\n");
    const json = JSON.parse((await chatexport(home, "doctor", "--json")).stdout);
    expectValid("doctor", json);
  });

  it("changes nothing", async () => {
    const home = homeWith(first);
    const before = filesIn(home);
    await chatexport(home, "doctor");
    expect(filesIn(home)).toEqual(before);
  });

  it("reads well where there is nothing", async () => {
    const { exitCode, stdout } = await chatexport(emptyFolder(), "doctor");
    expect(stdout).toMatch(
      /^Not here\n {2}· aider, claude, cline, codex, .+: no place exists \(--verbose lists them\)\.\n {2}· atif, .+: no default place; give one with --root\.\n\nResult\n {2}✓ Nothing is wrong; there are no sessions\.\n$/,
    );
    const asked = await chatexport(emptyFolder(), "doctor", "--from", "codex");
    expect(asked.stdout).toMatch(
      /^codex {2}no session\n {2}· ~\/\.codex does not exist\.\n\nResult/,
    );
    expect(exitCode).toBe(0);
  });

  it.each([
    [".codeium/windsurf/cascade", "Windsurf"],
    [".config/Kiro/User/globalStorage/kiro.kiroagent", "Kiro"],
    ["Library/Application Support/Kiro/User/globalStorage/kiro.kiroagent", "Kiro"],
    ["AppData/Roaming/devin", "Devin"],
  ])("names the tool of a store that it does not read: %s", async (place, tool) => {
    const home = emptyFolder();
    mkdirSync(join(home, place), { recursive: true });
    const { exitCode, stdout } = await chatexport(home, "doctor", "--home", home);
    expect(stdout).toContain(`${tool} has a store in `);
    expect(exitCode).toBe(0);
    const { stdout: asked } = await chatexport(home, "doctor", "--home", home, "--from", "claude");
    expect(asked).not.toContain(tool);
  });

  it("names each place with --verbose", async () => {
    const { stdout } = await chatexport(emptyFolder(), "doctor", "--verbose");
    expect(stdout).toContain("  · ~/.cursor does not exist.\n");
  });

  it("prints JSON of its own schema", async () => {
    const { exitCode, stdout } = await chatexport(
      emptyFolder(),
      "doctor",
      "--json",
      "--home",
      example,
    );
    const findings = JSON.parse(stdout);
    expectValid("doctor", findings);
    expect(findings).toMatchObject({
      fine: true,
      archive: { path: "./chat-export", found: false, counts: { current: 0, older: 0, none: 29 } },
    });
    const sources: { name: string; sessions: number }[] = findings.sources;
    expect(sources.map(({ name }) => name)).toEqual(sourceNames.filter((name) => name !== "jsonl"));
    expect(Object.fromEntries(sources.map(({ name, sessions }) => [name, sessions]))).toMatchObject(
      { claude: 8, codex: 3, copilot: 2, cursor: 8, opencode: 2 },
    );
    expect(findings).not.toHaveProperty("missingProjects");
    expect(exitCode).toBe(0);
  });

  it("says which projects an editor opened lately", async () => {
    const home = emptyFolder();
    const folders = ["shop", "m%C3%BCll", "c", "d"].map((name) => ({
      folderUri: `file:///home/mira/${name}`,
    }));
    const workspace = { configPath: "vscode-remote://ssh-remote%2Bbox/w/all.code-workspace" };
    const entries = [...folders, { workspace }, { fileUri: "file:///home/mira/notes.md" }];
    buildDatabase(join(home, ".config/Cursor/User/globalStorage/state.vscdb"), {
      tables: {
        ItemTable: {
          "history.recentlyOpenedPathsList": { entries: [...entries, ...folders] },
          "workbench.panel.aichat.view.aichat.chatdata": {
            tabs: [{ tabId: "t", bubbles: [{ type: "user", text: "Hi" }] }],
          },
        },
      },
    });
    const { stdout } = await chatexport(home, "doctor");
    expect(stdout).toContain(
      "    Opened lately: /home/mira/shop, /home/mira/müll, /home/mira/c and 2 more\n",
    );
    const findings = JSON.parse((await chatexport(home, "doctor", "--json")).stdout);
    expectValid("doctor", findings);
    expect(JSON.stringify(findings)).toContain(workspace.configPath);
  });

  it("masks secrets and makes control characters harmless", async () => {
    const secret = ["ghp", "_", "k3J8dLq0ZxW7vRt5YbN2mHs6PfGcA1eUoTiX"].join("");
    const home = homeWith({ ...first, cwd: `/nowhere/${secret}/\u001b[31mred\u202e` });
    for (const words of [["doctor"], ["doctor", "--json"]]) {
      const { stdout } = await chatexport(home, ...words);
      expect(stdout).toContain("[redacted: ");
      expect(stdout).not.toContain(secret);
      for (const character of ["\u001b", "\u202e"]) expect(stdout).not.toContain(character);
    }
    expect((await chatexport(home, "doctor", "--no-redact")).stdout).toContain(secret);
  });

  it("is no wider than a terminal", async () => {
    const home = homeWith({ ...first, cwd: `/nowhere/${"長い名前".repeat(20)}` });
    for (const columns of [40, 60, 100]) {
      const { ended, lines, written } = terminal(home, ["doctor"], { columns, rows: 100 });
      expect(await ended).toBe(0);
      expect(lines().join("\n")).toMatch(/Result\n *✓ 1 session found/);
      // A line that were wider would be broken by the terminal, so that there were more of them.
      expect(lines()).toHaveLength(written().trimEnd().split("\n").length);
    }
  });
});

describe("a place that cannot be read", () => {
  it.each<[string, (home: string) => void, string, string]>([
    [
      "a file in the place of a folder",
      (home) => writeFileSync(join(home, ".claude"), "x"),
      "~/.claude",
      "it is a file, and should be a folder",
    ],
    [
      "a link to itself",
      (home) => symlinkSync(".claude", join(home, ".claude")),
      "~/.claude",
      "its links lead in a circle",
    ],
    [
      "a database that is a text",
      (home) => writeAt(join(home, globalDatabase), "not a database"),
      "~/.config/Cursor/User/globalStorage/state.vscdb",
      "The file is not an SQLite database.",
    ],
  ])("%s", async (_, make, place, reason) => {
    const home = emptyFolder();
    make(home);
    const { exitCode, stdout } = await chatexport(home, "doctor");
    expect(stdout).toContain(`  ✗ ${place}\n    ${reason}`);
    expect(stdout).toContain("  ✗ Something is missing, unreadable or not understood");
    // It stands above already.
    expect(stdout).not.toContain("Problems");
    expect(exitCode).toBe(1);
    const { stdout: json } = await chatexport(home, "doctor", "--json");
    expectValid("doctor", JSON.parse(json));
    expect(JSON.parse(json)).toMatchObject({ fine: false });
  });

  it("inside of one that can is told with what to do", async () => {
    const home = homeWith(first);
    symlinkSync("gone.jsonl", join(home, ".claude/projects/-home-mira-shop/lost.jsonl"));
    const { exitCode, stdout } = await chatexport(home, "doctor");
    expect(stdout).toMatch(
      /✗ .* \[unreadable-file\]\n {4}at ~\/\.claude\/projects\/-home-mira-shop\/lost\.jsonl\n {4}→ Permit yourself to read it/,
    );
    expect(exitCode).toBe(1);
  });

  it("that was named and is not there", async () => {
    const home = homeWith(first);
    const { exitCode, stderr } = await chatexport(home, "doctor", "--root", "nowhere");
    expect(stderr).toBe("error: --root nowhere: not found.\n");
    expect(exitCode).toBe(1);
  });
});

describe("a layout that no reader knows", () => {
  it("of a whole database is said plainly, with names and without content", async () => {
    const home = emptyFolder();
    buildDatabase(join(home, globalDatabase), {
      tables: {
        cursorDiskKV: {
          "composerDataV9:a": { text: "quiet" },
          "composerDataV9:b": {},
          "mira@example.com": {},
        },
      },
    });
    const { exitCode, stdout } = await chatexport(home, "doctor");
    expect(stdout).toMatch(
      /Nothing in it is understood: chatexport \S+ does not know this format\./,
    );
    expect(stdout).toContain(
      "Of unknown kind: composerDataV9 (2 rows), (not a plain name) (1 row).",
    );
    expect(stdout).toContain("→ Update chatexport; if that does not help, report these names");
    expect(stdout).not.toMatch(/mira@|quiet/);
    expect(exitCode).toBe(1);
  });

  it("of some rows is no error", async () => {
    const home = emptyFolder();
    cursorHome(home, { "futureThing:1": {} });
    const { exitCode, stdout } = await chatexport(home, "doctor");
    expect(stdout).toMatch(
      / {2}! ~\/\.config\/Cursor.*\n {4}Of unknown kind: futureThing \(1 row\)\.\n/,
    );
    expect(exitCode).toBe(0);
  });

  it("of transcripts is an error, too", async () => {
    const home = emptyFolder();
    writeAt(join(home, ".claude/projects/-p/one.jsonl"), '{"kind":"turn","said":"x"}\n');
    const { exitCode, stdout } = await chatexport(home, "doctor");
    expect(stdout).toContain("Nothing in it is understood");
    expect(exitCode).toBe(1);
  });
});

describe("sessions that a person may miss", () => {
  it("are those of projects that are not there", async () => {
    const home = emptyFolder();
    const there = join(home, "here");
    mkdirSync(there);
    writeTranscript(home, { ...first, cwd: there });
    for (const end of ["2", "3"])
      writeTranscript(home, { id: `${first.id.slice(0, -1)}${end}`, cwd: join(home, "it's gone") });
    const { stdout, exitCode } = await chatexport(home, "doctor");
    expect(stdout).toContain("The folders of 1 project with 2 sessions are not on this machine");
    expect(stdout).toContain(`\n    2  ${home}/it's gone\n`);
    expect(stdout).toContain(`→ chatexport export --project '${home}/it'\\''s gone'\n`);
    expect(exitCode).toBe(0);
    expect((await chatexport(home, "doctor", "--home", home)).stdout).toContain(
      "are not on this machine",
    );
    const inside = join(home, "here");
    expect((await chatexport(inside, "doctor", "--home", home)).stdout).not.toContain(
      "on this machine",
    );
  });

  it("are chats that no list of Cursor names", async () => {
    const home = emptyFolder();
    cursorHome(home);
    const { stdout } = await chatexport(home, "doctor");
    expect(stdout).toContain("cursor keeps 1 session that it shows in no list");
    expect(stdout).toMatch(/ {4}2026-01-01 {2}22222222\S* {2}.*Shown nowhere\n/);
    expect(stdout).not.toContain("Shown in a list");
    const { unlisted: found } = JSON.parse((await chatexport(home, "doctor", "--json")).stdout);
    expect(found).toMatchObject([{ id: unlisted, title: "Shown nowhere" }]);
  });
});

describe("doctor --schema", () => {
  it("prints the names that are not known, and no values", async () => {
    const home = homeWith({
      ...first,
      lines: [
        '{"type":"future-type","text":"quiet","version":"2.9.1","sessionId":"x"}',
        '{"type":"user","message":{"content":"quiet"},"futureKey":"quiet","version":"2.9.1"}',
      ],
    });
    cursorHome(home, {
      "futureThing:1": { text: "quiet" },
      [`bubbleId:${listed}:b`]: { bubbleId: "b", type: 1, text: "Hello", futureField: "quiet" },
    });
    const { exitCode, stdout } = await chatexport(home, "doctor", "--schema");
    expect(stdout).toMatch(/^chatexport \S+, Node \S+, \w+\n\nclaude: 2 unknown names\n/);
    expect(stdout).toContain("- record-key `futureKey` ×1, written by 2.9.1\n");
    expect(stdout).toContain("- record-type `future-type` ×1, written by 2.9.1\n");
    expect(stdout).toContain("\ncursor: 2 unknown names\n- table-or-key-family `futureThing` ×1\n");
    expect(stdout).toContain("- bubble-key `futureField` ×1\n");
    expect(stdout).not.toContain("quiet");
    expect(exitCode).toBe(0);
    const exported = ["--from", "cursor", "--to", "jsonl", "--out", "-", "--strict"];
    const strict = await chatexport(home, ...exported);
    expect(strict.stdout).toContain('"futureField":"quiet"');
    expect(strict.exitCode).toBe(1);
    const json = JSON.parse((await chatexport(home, "doctor", "--schema", "--json")).stdout);
    expectValid("doctor", json);
    expect(json.unknown.map(({ source }: { source: string }) => source)).toEqual([
      "claude",
      "cursor",
    ]);
  });

  it("says that all is known", async () => {
    const { stdout } = await chatexport(homeWith(first), "doctor", "--schema");
    expect(stdout).toMatch(/\nEvery record type and field is known\.\n$/);
  });

  it("asks sources that know no names for the types that they counted", async () => {
    const home = homeWith({ ...first, lines: ['{"type":"future-type","sessionId":"x"}'] });
    await chatexport(home, "export", "--to", "jsonl", "--out", "out");
    const words = ["doctor", "--schema", "--from", "jsonl", "--root", "out"];
    const { exitCode, stdout } = await chatexport(home, ...words);
    expect(stdout).toContain("\njsonl: 1 unknown name\n- record-type `future-type` ×1\n");
    expect(exitCode).toBe(0);
  });
});

it("has remedies in the words of docs/diagnostics.md", () => {
  const docs = readFileSync(new URL("../../../docs/diagnostics.md", import.meta.url), "utf8");
  for (const [code, remedy] of Object.entries(remedies)) {
    const row = docs.split("\n").find((line) => line.startsWith(`- \`${code}\` (`));
    expect(row).toContain(remedy);
  }
});

const globalDatabase = ".config/Cursor/User/globalStorage/state.vscdb";

/** A Cursor with a conversation in its list, and one that is in none. */
function cursorHome(home: string, more: object = {}): void {
  const rows = [
    [listed, "Shown in a list"],
    [unlisted, "Shown nowhere"],
  ].flatMap(([id, name]) => [
    [
      `composerData:${id}`,
      {
        composerId: id,
        name,
        createdAt: Date.parse("2026-01-01T00:00:00Z"),
        fullConversationHeadersOnly: [{ bubbleId: "b", type: 1 }],
      },
    ],
    [`bubbleId:${id}:b`, { bubbleId: "b", type: 1, text: "Hello" }],
  ]);
  buildDatabase(join(home, globalDatabase), {
    tables: {
      cursorDiskKV: { ...Object.fromEntries(rows), ...more },
      composerHeaders: [{ composerId: listed, value: {} }],
    },
  });
}

function writeAt(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
