import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { emptyFolder, exampleHome, filesIn, homeWith, writeTranscript } from "../binary.js";
import { chatexport } from "../in-process.js";
import { expectValid } from "../schemas.js";
import { conversation, defaultId } from "./conversation.js";

const first = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };
const second = {
  id: "22222222-bbbb-4000-8000-000000000002",
  title: "Second thoughts",
  cwd: "/home/mira/blog",
  startedAt: "2026-02-10T10:00:00.000Z",
};

/** The first line of the session `first`. */
function firstLine(home: string): string {
  const path = join(home, ".claude/projects/-home-mira-shop", `${first.id}.jsonl`);
  return readFileSync(path, "utf8").split("\n")[0] ?? "";
}

describe("chatexport list", () => {
  it("takes a part of an id as file names have it", async () => {
    const home = homeWith({ id: "11111111-aaaa-4000-8000-00009341eb0f", title: "Here" }, second);
    const { exitCode, stdout } = await chatexport(home, "list", "--session", "11111111aaaa");
    expect(stdout).toMatch(/\t11111111-aaaa-4000-8000-00009341eb0f\t.*\tHere\n$/);
    expect(exitCode).toBe(0);
  });

  it("takes latest for the newest session that other options leave", async () => {
    const home = homeWith(first, second);
    const latest = async (...words: string[]) =>
      (await chatexport(home, "list", "--session", "latest", ...words)).stdout;
    expect(await latest()).toMatch(/^[^\n]*\tSecond thoughts\n$/);
    expect(await latest("--project", "shop")).toMatch(/^[^\n]*\tFirst steps\n$/);
    expect(await latest("--session", first.id)).toMatch(/Second.*\n.*First/);
    const none = await chatexport(home, "list", "--session", "latest", "--since", "2031");
    expect(none.stderr).toMatch(
      /None of 2 sessions matches --since\. The last one ended on 2026-02-10/,
    );
  });

  it("prints a line for each session, newest first", async () => {
    const { exitCode, stdout, stderr } = await chatexport(homeWith(first, second), "list");
    // With tabs in between, and nothing cut.
    expect(stdout.split("\n")).toEqual([
      `2026-02-10T10:01:00.000Z\t${second.id}\tclaude\tblog\tSecond thoughts`,
      `2026-01-31T10:01:00.000Z\t${first.id}\tclaude\tshop\tFirst steps`,
      "",
    ]);
    expect(stderr).toBe("2 sessions\n");
    expect(exitCode).toBe(0);
  });

  it("prints no half of a character with --json, which other programs refuse", async () => {
    const title = "half \ud83d, whole 😀, typed \\ud83d";
    const { stdout } = await chatexport(homeWith({ ...first, title }), "list", "--json");
    expect(JSON.parse(stdout)).toMatchObject([{ title: "half \ufffd, whole 😀, typed \\ud83d" }]);
  });

  it("prints nothing but an array with --json", async () => {
    const { stdout, stderr } = await chatexport(homeWith(first), "list", "--json");
    expect(JSON.parse(stdout)).toEqual([
      {
        id: first.id,
        source: "claude",
        title: "First steps",
        cwd: "/home/mira/shop",
        project: "shop",
        projectPath: "/home/mira/shop",
        branch: "main",
        startedAt: "2026-01-31T10:00:00.000Z",
        updatedAt: "2026-01-31T10:01:00.000Z",
        seconds: 60,
        unread: true,
        bytes: expect.any(Number),
        expiresAt: expect.stringMatching(/^2\d{3}-.*Z$/),
      },
    ]);
    expectValid("list", JSON.parse(stdout));
    expect(stderr).toBe("");
  });

  it("knows prompts and marks of what a search has read, until it changes", async () => {
    const home = conversation((it) => {
      it.user("mend the roof");
      it.call("Bash", { command: "git commit -am roof" }, "[main 4e12a98] roof\n 1 file changed");
    });
    const listed = async () => {
      const { stdout } = await chatexport(home, "list", "--json");
      expectValid("list", JSON.parse(stdout));
      const [{ promptCount, marks, unread }] = JSON.parse(stdout);
      return { promptCount, marks, unread };
    };
    expect(await listed()).toEqual({ unread: true });
    expect(filesIn(home).filter((path) => path.endsWith(".db"))).toEqual([]);
    await chatexport(home, "search", "roof");
    const known = { promptCount: 1, marks: ["Committed 4e12a98"] };
    expect(await listed()).toEqual(known);
    // Masked otherwise, the index would have to be built anew.
    const unmasked = await chatexport(home, "list", "--json", "--no-redact");
    expect(JSON.parse(unmasked.stdout)).toMatchObject([{ unread: true }]);
    const path = join(home, ".claude/projects/-home-mira-shop", `${defaultId}.jsonl`);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("roof", "floor"));
    utimesSync(path, 2e9, 2e9);
    expect(await listed()).toEqual({ unread: true });
    await chatexport(home, "search", "floor");
    expect(await listed()).toEqual(known);
  });

  it("says what the tool has done with a session, and from which of several sources it is", async () => {
    const words = ["list", "--home", exampleHome];
    const { stdout } = await chatexport(emptyFolder(), ...words);
    expect(stdout).toMatch(
      /\tcursor\tbirdwalks\.example\t\(archived\) Name for the archive page\n/,
    );
    expect(stdout).toMatch(/\tclaude\tlantern-shop\tcheckout rate limit\n/);
    const json = await chatexport(emptyFolder(), ...words, "--json");
    const sessions: { archived?: boolean }[] = JSON.parse(json.stdout);
    expectValid("list", sessions);
    expect(sessions.filter(({ archived }) => archived)).toHaveLength(1);
    expect(json.stderr).toBe("");
  });

  it("says which session a sub-agent without it came out of", async () => {
    const home = homeWith(first);
    const sidechain = { ...JSON.parse(firstLine(home)), agentId: "a1b2c3d4", isSidechain: true };
    const folder = join(home, ".claude/projects/-home-mira-shop/lost-session/subagents");
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "agent-a1b2c3d4.jsonl"),
      `${JSON.stringify({ ...sidechain, sessionId: "lost-session" })}\n`,
    );
    const { stdout } = await chatexport(home, "list", "--json", "--empty");
    expectValid("list", JSON.parse(stdout));
    expect(stdout).toContain('"parent":{"id":"lost-session","relation":"subagent"}');
  });

  it("says that a session has no title", async () => {
    const home = homeWith();
    const path = writeTranscript(home, { id: "session-a" });
    const said = /Please help with session-a|The answer for session-a/g;
    writeFileSync(path, readFileSync(path, "utf8").replace(said, " "));
    const { stdout } = await chatexport(home, "list");
    expect(stdout).toMatch(/\tshop\t\(no title\)\n$/);
  });

  it("keeps control characters of titles away from the terminal", async () => {
    const home = homeWith({
      ...first,
      title: "\u001b[31mred\u001b]0;x\u0007 \u202ereversed\u009b\nend",
    });
    const table = await chatexport(home, "list");
    expect(table.stdout).toMatch(/\tred reversed end\n$/);
    const json = await chatexport(home, "list", "--json");
    expect(json.stdout).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.parse(json.stdout)[0].title).toContain("\u202ereversed\u009b\nend");
  });

  it("prints only what was chosen, and of how many", async () => {
    const words = [
      "--project",
      "b*",
      "--since",
      "2026-02-01",
      "--session",
      "22222222",
      "--limit",
      "9",
    ];
    const { stdout, stderr } = await chatexport(homeWith(first, second), "list", ...words);
    expect(stdout).toMatch(/^2026-02-10T.*\tSecond thoughts\n$/);
    expect(stderr).toBe("1 of 2 sessions\n");
  });

  it("chooses the sessions of this folder and those below it", async () => {
    const home = homeWith();
    mkdirSync(join(home, "app/web"), { recursive: true });
    const inside = homeWith({ ...first, cwd: join(home, "app/web") }, { ...second, cwd: home });
    const { stdout } = await chatexport(
      join(home, "app"),
      "list",
      "--home",
      inside,
      "--project",
      ".",
    );
    expect(stdout).toContain("First steps");
    expect(stdout).not.toContain("Second thoughts");
  });

  it("explains that no session was found, and where it looked", async () => {
    const home = emptyFolder();
    const { exitCode, stdout, stderr } = await chatexport(home, "list");
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /^No sessions found: none of \d+ places exists \(--verbose lists them\)\. --home or --root name another folder\.\n$/,
    );
    expect((await chatexport(home, "list", "--verbose")).stderr).toContain(
      "~/.cursor (cursor): does not exist\n",
    );
    expect(exitCode).toBe(0);
  });

  it("names a few of many places that have no sessions", async () => {
    const home = emptyFolder();
    const folders = [".claude", ".codex", ".copilot", ".gemini/tmp", ".pi/agent", ".qwen"];
    for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
    const { stderr } = await chatexport(home, "list");
    expect(stderr.match(/ has no sessions; /g)).toHaveLength(3);
    expect(stderr).toMatch(/; \d\d other places have none \(--verbose lists them\)\.\n$/);
  });

  it("says once what each source finds at a place", async () => {
    const home = homeWith(first);
    symlinkSync("loop", join(home, "loop"));
    const { exitCode, stderr } = await chatexport(home, "list", "--root", "loop");
    expect(stderr).toMatch(/^error: --root loop: it cannot be read\.\n/);
    // Several sources look into the same file.
    expect(stderr).toMatch(/^error: .* \[unreadable-file\]\n {2}at ~\/loop\n/m);
    expect(exitCode).toBe(1);
  });

  it("says in one sentence that filters match nothing", async () => {
    const { exitCode, stderr } = await chatexport(homeWith(first), "list", "--project", "shoop");
    expect(stderr).toBe(
      "error: The only session does not match --project. Did you mean --project 'shop'?\n",
    );
    expect(exitCode).toBe(1);
    // What was named is there, and only what was asked of it is not.
    const old = await chatexport(
      homeWith(first),
      ...["list", "--project", "shop", "--until", "2020"],
    );
    expect(old.exitCode).toBe(0);
  });
});

describe("a name that yields nothing", () => {
  it.each([
    [["--session", "abc"], "--session abc: no session has an id that begins or ends like this."],
    [["--root", "nowhere"], "--root nowhere: not found."],
    [["--root", "empty"], "--root empty: no sessions in it."],
    [["--root", ".claude", "--root", "empty"], "--root empty: no sessions in it."],
    [
      ["--home", "nowhere"],
      "--home nowhere: no such folder; name the folder that has .claude, .codex and others.",
    ],
    [
      ["--home", "file"],
      "--home file: this is a file; name the folder that has .claude, .codex and others.",
    ],
    [
      ["--home", "circle"],
      "--home circle: it cannot be read; name the folder that has .claude, .codex and others.",
    ],
    [["--from", "claude", "--home", "empty"], "--from claude: no sessions found."],
  ])("makes %j end with 1", async (words, sentence) => {
    const home = homeWith(first);
    mkdirSync(join(home, "empty"));
    writeFileSync(join(home, "file"), "");
    symlinkSync("circle", join(home, "circle"));
    const { exitCode, stderr } = await chatexport(home, "list", ...words);
    expect(stderr.match(/^error: .*/gm)).toEqual([`error: ${sentence}`]);
    expect(exitCode).toBe(1);
  });

  it("says how to read an archive, and names a place once", async () => {
    const home = homeWith(first);
    await chatexport(home, "--to", "markdown", "--out", "kept");
    const archive = await chatexport(home, "list", "--root", "kept");
    expect(archive.stderr).toContain(
      "error: --root kept: this is an archive; add --from jsonl to read its JSONL.\n",
    );
    const words = ["list", "--from", "jsonl", "--root"];
    const documents = await chatexport(home, ...words, "kept");
    expect(documents.stderr).toBe(
      "error: --root kept: this archive has no JSONL; only what --to jsonl wrote can be read back.\n",
    );
    const nothing = await chatexport(home, ...words, "nowhere");
    expect(nothing.stderr).toBe("error: --root nowhere: not found.\n");
  });

  it("says whose files lie there, where chatexport does not read them", async () => {
    const home = homeWith(first);
    mkdirSync(join(home, "backup/amp/threads"), { recursive: true });
    writeFileSync(join(home, "backup/amp/threads/T-1.json"), '{"messages":[]}');
    const { exitCode, stderr } = await chatexport(home, "list", "--root", "backup");
    expect(stderr).toContain(
      "error: --root backup: it seems to be from Amp, which chatexport does not read.\n",
    );
    expect(exitCode).toBe(1);
  });

  it("says of a file that no source can read only that, and why", async () => {
    const home = homeWith(first);
    writeFileSync(join(home, "export.zip"), "PK\u0003\u0004 and no more");
    const { exitCode, stderr } = await chatexport(home, "list", "--root", "export.zip");
    expect(stderr).toContain("error: --root export.zip: it cannot be read.\n");
    expect(stderr).toMatch(/error: .* \[unreadable-zip\]\n/);
    expect(exitCode).toBe(1);
  });

  it("lists files of other tools for no source that does not read them", async () => {
    const home = homeWith(first);
    const files = {
      // Types and a content as in Claude Code, which writes a message around it.
      "grok.jsonl": [
        { type: "system", content: "You answer in one line" },
        { type: "user", content: [{ type: "text", text: "Count the jars" }], prompt_index: 0 },
        { type: "assistant", content: "Seven.", tool_calls: [] },
        { type: "tool_result", tool_call_id: "c1", content: "7" },
      ],
      // Roles as in Cursor, which writes a message around what is said.
      "roles.jsonl": [
        { role: "user", content: "Count the jars", timestamp: "2026-06-13T10:00:01" },
        { role: "assistant", content: "Seven." },
      ],
      "chatgpt.json": [
        [
          {
            title: "Jars",
            id: "g1",
            create_time: 1730000000,
            mapping: null,
            shared: { role: "user" },
          },
        ],
      ],
    };
    mkdirSync(join(home, "others"));
    for (const [name, records] of Object.entries(files))
      writeFileSync(
        join(home, "others", name),
        records.map((one) => JSON.stringify(one)).join("\n"),
      );
    const sourcesOf = async (name: string) => {
      const { stdout } = await chatexport(home, "list", "--root", `others/${name}`);
      return stdout
        .split("\n")
        .slice(0, -1)
        .map((line) => line.split("\t")[2]);
    };
    expect(await sourcesOf("grok.jsonl")).toEqual([]);
    expect(await sourcesOf("roles.jsonl")).toEqual([]);
    expect(await sourcesOf("chatgpt.json")).toEqual(["chatgpt"]);
  });

  it("reads a transcript that is named alone, whichever source it is of", async () => {
    const transcripts = [
      "codex/fixtures/reverts",
      "copilot/fixtures/session",
      "droid/fixtures/one-of-each",
      "gemini/fixtures/rewritten",
      "kimi/fixtures/cli",
      "pi/fixtures/one-of-each",
      "qwen/fixtures/one-of-each",
    ].map((name) => {
      const fixture = fileURLToPath(new URL(`../../../source-${name}`, import.meta.url));
      const file = filesIn(fixture).find((path) => path.endsWith(".jsonl"));
      return join(fixture, file ?? "");
    });
    const home = homeWith(first);
    const claude = filesIn(home).find((file) => file.endsWith(".jsonl"));
    for (const path of [join(home, claude ?? ""), ...transcripts]) {
      const { exitCode, stdout, stderr } = await chatexport(home, "list", "--root", path);
      expect(stdout.split("\n"), path).toHaveLength(2);
      expect(stderr, path).not.toContain("error");
      expect(exitCode, path).toBe(0);
    }
    writeFileSync(join(home, "notes.md"), "Buy figs.\n");
    const none = await chatexport(home, "list", "--root", "notes.md");
    expect(none.stderr).toBe("error: --root notes.md: no transcript of a known tool.\n");
    expect(none.exitCode).toBe(1);
    writeFileSync(join(home, "none.jsonl"), "");
    const empty = await chatexport(home, "list", "--root", "none.jsonl");
    expect(empty.stderr).toContain("error: --root none.jsonl: it is empty.\n");
  });

  it("reads an export of ChatGPT by one source alone", async () => {
    const fixture = new URL("../../../source-chatgpt/fixtures/branches/home", import.meta.url);
    const { stdout } = await chatexport(emptyFolder(), "list", "--root", fileURLToPath(fixture));
    expect(stdout).toMatch(/^\S+\tc1\tchatgpt\t\tRye\n$/);
  });

  it("says which source may read what lies there", async () => {
    const home = homeWith(first);
    mkdirSync(join(home, "backup"));
    const meta = { type: "session_meta", payload: { id: "c1" } };
    writeFileSync(join(home, "backup/rollout.jsonl"), `${JSON.stringify(meta)}\n`);
    const words = ["list", "--root", "backup", "--from", "claude"];
    const { stderr } = await chatexport(home, ...words);
    expect(stderr).toContain(
      "error: --root backup: no sessions in it for --from claude; --from codex may read it.\n",
    );
  });

  it("tells which sessions an ambiguous id could mean", async () => {
    const home = homeWith(first, { ...second, id: "11111111-cccc-4000-8000-000000000003" });
    const { exitCode, stderr } = await chatexport(home, "list", "--session", "11111111");
    expect(stderr.split("\n")).toEqual([
      "error: --session 11111111: 2 sessions match; choose one.",
      expect.stringMatching(/^2026-02-10 {2}11111111-cccc .* Second thoughts$/),
      expect.stringMatching(/^2026-01-31 {2}11111111-aaaa .* First steps$/),
      "",
    ]);
    expect(exitCode).toBe(1);
  });
});
