import { cpSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { emptyFolder, exampleHome, filesIn, homeWith } from "./binary.js";
import { chatexport, terminal } from "./in-process.js";
import { expectValid } from "./schemas.js";

const id = "2c116d2c-7292-483b-a311-f32e99308a78";

/** A copy of the example home. */
function newHome(): string {
  const home = emptyFolder();
  cpSync(join(exampleHome, ".claude"), join(home, ".claude"), { recursive: true });
  return home;
}

/** The files in a home, without journals. */
function storesIn(home: string): Record<string, string> {
  const paths = filesIn(home).filter((path) => !path.startsWith(".local"));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(home, path), "latin1")]));
}

const ofCodex = "0199c3d1-52a8-7d30-9f41-6b2f0e8c1a75";

it.each([
  [id, "clone", [], "Copied, and checked", /^claude --resume [\da-f-]{36}\n$/],
  [
    id,
    "fork",
    ["--at", "1"],
    "2026-11-03.\nCopied, and checked",
    /^claude --resume [\da-f-]{36}\n$/,
  ],
  [id, "trim", ["--results", "200", "--yes"], "Trimmed.", /· 4 results: about \d+ tokens less\n/],
  [id, "rename", ["Another title"], "Renamed.", /^$/],
  [id, "archive", [], "Session: checkout rate limit, 2026-11-03.\nArchived.", /^$/],
  [id, "delete", ["--yes"], "Deleted.", /! \d+ files? will be deleted:\n/],
  [ofCodex, "clone", [], "Copied, and checked", /^codex resume [\da-f-]{36}\n$/],
  [ofCodex, "fork", ["--at", "1"], "Copied, and checked", /^codex resume [\da-f-]{36}\n$/],
  [
    ofCodex,
    "trim",
    ["--results", "20", "--yes"],
    "Trimmed.",
    /· \d results?: about \d+ tokens less\n/,
  ],
  [ofCodex, "rename", ["Another title"], "Renamed.", /^$/],
  [ofCodex, "delete", ["--yes"], "Deleted.", /! \d files? will be deleted:\n/],
])(
  "the session %s is edited by %s, which says so, and is undone",
  async (own, name, words, said, printed) => {
    const home = newHome();
    if (own === ofCodex)
      cpSync(join(exampleHome, ".codex"), join(home, ".codex"), { recursive: true });
    const before = storesIn(home);
    const planned = [name, own, ...words.filter((word) => word !== "--yes")];
    expect((await chatexport(home, ...planned, "--dry-run")).exitCode).toBe(0);
    expect(storesIn(home)).toEqual(before);

    const { exitCode, stdout, stderr } = await chatexport(home, name, own, ...words);
    expect(stderr).toContain(said);
    expect(stdout).toMatch(printed);
    expect(exitCode).toBe(0);
    expect(storesIn(home)).not.toEqual(before);
    expect((await chatexport(home, "undo", "--yes")).exitCode).toBe(0);
    expect(storesIn(home)).toEqual(before);

    const json = await chatexport(home, name, own, ...words, "--json");
    expectValid(name, JSON.parse(json.stdout));
  },
);

it("a session that two tools have is taken from the one that --from names", async () => {
  const home = homeWith({ id: ofCodex, startedAt: "2026-01-01T10:00:00.000Z" });
  cpSync(join(exampleHome, ".codex"), join(home, ".codex"), { recursive: true });
  const { exitCode, stderr } = await chatexport(home, "rename", ofCodex, "One");
  expect(stderr).toContain(
    `${ofCodex} is a session of Claude Code and Codex: add --from claude or`,
  );
  expect(exitCode).toBe(1);
  expect((await chatexport(home, "rename", ofCodex, "One", "--from", "codex")).exitCode).toBe(0);
  expect(readFileSync(join(home, ".codex/session_index.jsonl"), "utf8")).toContain('"One"');
  const other = await chatexport(home, "rename", ofCodex, "One", "--from", "cursor");
  expect(other.stderr).toContain("This command takes sessions of Claude Code and Codex.");
  expect(other.exitCode).toBe(2);
});

it.each([
  ["delete", [], /Delete it\?/],
  ["trim", ["--images", "--results", "1"], /Go ahead\?/],
])("%s says title and day of the session before it asks", async (name, words, question) => {
  const home = newHome();
  const { see, type, ended, lines } = terminal(home, [name, id, ...words], { rows: 60 });
  await see(question);
  expect(lines()[0]).toMatch(/^checkout rate limit, 2026-11-03/);
  type("n");
  expect(await ended).toBe(1);
});

it("rename says title and day of the session", async () => {
  const { stderr } = await chatexport(newHome(), "rename", id, "Another title", "--dry-run");
  expect(stderr).toMatch(/^Session: checkout rate limit, 2026-11-03\.\nDry run: /);
});

it.each([
  ["rename", ["Another title"]],
  ["trim", ["--results", "200", "--yes"]],
  ["archive", []],
  ["clone", []],
  ["fork", ["--at", "1"]],
  ["delete", ["--yes"]],
  ["repair", ["--yes"]],
  ["pack", ["--out", "sessions.pack"]],
])("%s refuses a session of Qoder, which is kept like one of Claude Code", async (name, words) => {
  const home = newHome();
  const fixture = new URL("../../source-claude/fixtures/qoder/home", import.meta.url);
  cpSync(fileURLToPath(fixture), home, { recursive: true });
  const before = storesIn(home);
  const ofQoder = "7d3f0a52-1111-4a41-9b7e-0c51d3a5e201";
  const { exitCode, stderr } = await chatexport(home, name, ofQoder, ...words);
  expect(stderr.replaceAll("\n", " ")).toMatch(
    / is .+, a session of qoder; this command takes those of /,
  );
  expect(exitCode).toBe(1);
  expect(storesIn(home)).toEqual(before);
});

it("latest is the first row of the list, whatever was written last", async () => {
  const home = homeWith(
    { id: "newer", startedAt: "2026-02-02T10:00:00.000Z" },
    // Its file is the newest.
    { id: "older", startedAt: "2026-01-01T10:00:00.000Z" },
  );
  const later = new Date(Date.now() + 3_600_000);
  const path = ".claude/projects/-home-mira-shop/older.jsonl";
  utimesSync(join(home, path), later, later);
  expect((await chatexport(home, "rename", "latest", "Chosen")).exitCode).toBe(0);
  expect(readFileSync(join(home, path.replace("older", "newer")), "utf8")).toContain("Chosen");
});

it.each([
  ["delete", "pi"],
  ["trim --images", "pi"],
  ["rename", "pi"],
  ["clone", "pi"],
  ["archive", "codex"],
  ["pack -o talk.tar.gz", "cursor"],
])("%s takes no session of %s for the latest, the first row of the list", async (line, tool) => {
  const home = homeWith({ id: "own", startedAt: "2026-01-01T10:00:00.000Z" });
  cpSync(join(exampleHome, `.${tool}`), join(home, `.${tool}`), { recursive: true });
  const before = storesIn(home);
  const [name = "", ...options] = line.split(" ");
  const words = name === "rename" ? ["Another title"] : [];
  const { exitCode, stderr } = await chatexport(home, name, "latest", ...words, ...options);
  expect(stderr).toMatch(/error: latest is .+, \d{4}-\d\d-\d\d, a session of \w+; /);
  expect(stderr).toContain(`a session of ${tool}; `);
  expect(exitCode).toBe(1);
  expect(storesIn(home)).toEqual(before);
});

it("says of which tool a session is that cannot be edited", async () => {
  const home = homeWith({ id: "own", startedAt: "2026-01-01T10:00:00.000Z" });
  cpSync(join(exampleHome, ".pi"), join(home, ".pi"), { recursive: true });
  const { stdout } = await chatexport(home, "list", "--from", "pi", "--json");
  const [{ id }] = JSON.parse(stdout);
  const { exitCode, stderr } = await chatexport(home, "trim", id, "--images");
  expect(stderr.replaceAll("\n", " ")).toMatch(
    /a session of pi; .* Claude Code and Codex: name one/,
  );
  expect(exitCode).toBe(1);
});

it("repair explains what is wrong, asks, and repairs it", async () => {
  const home = newHome();
  const damaged = new URL(
    "../../transplant/fixtures/damages/unanswered-call/damaged.jsonl",
    import.meta.url,
  );
  const path = ".claude/projects/-home-mira-code-tea/5d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20.jsonl";
  cpSync(fileURLToPath(damaged), join(home, path), { recursive: true });
  const { see, type, ended, lines } = terminal(home, ["repair", "5d1c0f6e"]);
  await see(/Go ahead\?/);
  expect(lines().join("\n")).toContain("✗ unanswered-call, line 2: A call has no result");
  expect(lines().join("\n")).toContain("→ A result is added that says so.");
  type("y");
  expect(await ended).toBe(0);
  const again = await chatexport(home, "repair", "5d1c0f6e");
  expect(again).toMatchObject({ exitCode: 0, stdout: "  ✓ Nothing is wrong with 1 session.\n" });
});

it("repairs what it can of all sessions, and names the others", async () => {
  const home = emptyFolder();
  const ids = ["0", "5", "9"].map((digit) => `${digit}d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20`);
  const pathOf = (id = "") => join(home, ".claude/projects/-home-mira-code-tea", `${id}.jsonl`);
  const [hopeless, damaged, other] = ids.map(pathOf);
  mkdirSync(join(home, ".claude/projects/-home-mira-code-tea"), { recursive: true });
  writeFileSync(hopeless ?? "", "no record\nnor this\n");
  const call = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } };
  for (const [path, id] of [
    [damaged, ids[1]],
    [other, ids[2]],
  ] as const)
    writeFileSync(
      path ?? "",
      [
        { type: "user", message: { role: "user", content: "List them." } },
        { type: "assistant", message: { id: "m", role: "assistant", content: [call] } },
      ]
        .map((record, index) => ({
          ...{ ...record, sessionId: id, cwd: "/home/mira/code/tea", uuid: `u${index}` },
          parentUuid: index === 0 ? null : "u0",
        }))
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(""),
    );
  const dry = await chatexport(home, "repair", "--all", "--dry-run");
  expect(dry.stdout).toContain("No line of it is whole: nothing can be repaired.");
  expect(dry.stdout).toContain(`chatexport delete ${ids[0]} removes it.`);
  expect(dry.stdout).not.toContain("torn-line");
  const before = storesIn(home);
  const repairAll = ["repair", "--all", "--yes"];
  await chatexport(home, ...repairAll);
  const { stdout } = await chatexport(home, "undo", "--list");
  expect(stdout).toContain("chatexport repair --all in ");
  expect((await chatexport(home, "undo", "--yes")).exitCode).toBe(0);
  expect(storesIn(home)).toEqual(before);
  const { exitCode, stderr } = await chatexport(home, ...repairAll);
  expect(stderr).toContain(
    "Repaired 2 files, checked by reading back. chatexport undo takes it back.",
  );
  expect(exitCode).toBe(1);
  const left = await chatexport(home, "repair", "--all", "--yes", "--json");
  expect(left.exitCode).toBe(1);
  expect(JSON.parse(left.stdout)).toMatchObject([{ id: ids[0], isHopeless: true }]);
  expectValid("repair", JSON.parse(left.stdout));
});

it.skipIf(process.platform === "win32")("repairs the others where one is refused", async () => {
  const home = emptyFolder();
  const damage = new URL(
    "../../transplant/fixtures/damages/unanswered-call/damaged.jsonl",
    import.meta.url,
  );
  const project = join(home, ".claude/projects/-home-mira-code-tea");
  const [own, elsewhere] = ["5d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20", "file"];
  mkdirSync(project, { recursive: true });
  symlinkSync(join(home, elsewhere), join(project, "0d1c0f6e-2b7a-4a39-9c54-0e8f7d6a1b20.jsonl"));
  cpSync(fileURLToPath(damage), join(home, elsewhere));
  cpSync(fileURLToPath(damage), join(project, `${own}.jsonl`));
  const { exitCode, stderr } = await chatexport(home, "repair", "--all", "--yes");
  expect(stderr).toMatch(/error: .*0d1c0f6e\S*: Nothing was changed/);
  expect(stderr).toContain("Repaired 1 file, checked by reading back.");
  expect(exitCode).toBe(1);
});

it("names the file that the disk has refused", async () => {
  const home = newHome();
  writeFileSync(join(home, ".local"), "no folder\n");
  const { exitCode, stderr } = await chatexport(home, "rename", id, "Another title");
  // The newer Node names the file, the older one the path below it.
  const reasons = "something else is there|a part of its path is not a folder";
  expect(stderr).toMatch(new RegExp(`^error: \\S*\\.local\\S*: (?:${reasons})\\.$`, "m"));
  expect(exitCode).toBe(1);
});

it("says that there is nothing to undo", async () => {
  const list = await chatexport(emptyFolder(), "undo", "--list");
  expect(list).toMatchObject({ exitCode: 0, stdout: "", stderr: "There is nothing to undo.\n" });
});

it("packs a session, which goes on in another home", async () => {
  const home = newHome();
  const packed = await chatexport(home, "pack", id, "-o", "talk.tar.gz");
  expect(packed.stderr).toMatch(/^Packed 1 session in \d files: talk\.tar\.gz \(.* kB\)\.\n/);
  expect(packed).toMatchObject({ exitCode: 0, stdout: "" });
  const json = await chatexport(home, "pack", id, "-o", "talk.tar.gz", "--json");
  expectValid("pack", JSON.parse(json.stdout));

  const other = emptyFolder();
  const file = join(home, "talk.tar.gz");
  const dry = await chatexport(other, "unpack", file, "--dry-run", "--json");
  expectValid("unpack", JSON.parse(dry.stdout));
  expect(storesIn(other)).toEqual({});
  const unpacked = await chatexport(other, "unpack", file);
  expect(unpacked.stderr).toContain("Claude Code has 1 session more, checked by reading back.");
  expect(unpacked.stdout).toBe(`claude --resume ${id}\n`);
  const again = await chatexport(other, "unpack", file);
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain("Claude Code has the session already");
  expect((await chatexport(other, "undo", "--yes")).exitCode).toBe(0);
  expect(storesIn(other)).toEqual({});
});

it.each([
  ["unpack nothing.tar.gz", 1, "nothing.tar.gz cannot be read: it does not exist"],
  ["unpack .claude/history.jsonl", 1, "is not a file that chatexport pack has written"],
  ["pack latest", 2, "pack needs a file to write: -o"],
  ["pack latest -o nowhere/talk.tar.gz", 1, "nowhere/talk.tar.gz: "],
  [
    "clone nothing",
    1,
    "Claude Code and Codex have no session nothing; chatexport list --from claude --from codex shows all.",
  ],
  ["clone 8", 1, "sessions match"],
  ["delete  --yes", 1, "'' names no session: give a part of its id, or latest."],
  ["fork latest", 2, "fork needs a prompt: add --at"],
  ["fork 2c116d2c --at 9", 1, "There is no prompt 9: the session has 2 prompts."],
  ["trim latest", 2, "trim needs to know what"],
  ["trim nothing", 1, "have no session nothing"],
  ["trim 2c116d2c --results 200", 2, "there is no terminal to ask at: add --yes"],
  ["repair", 2, "repair takes one of these: a session, --all or --list"],
  ["repair --all --list", 2, "repair takes one of these: a session, --all or --list"],
  ["rename latest", 2, "rename needs <title>: the new title"],
])("'%s' ends with %i: %s", async (line, code, sentence) => {
  const home = newHome();
  const before = storesIn(home);
  const { exitCode, stderr } = await chatexport(home, ...line.split(" "));
  expect(stderr.replaceAll("\n", " ")).toContain(sentence);
  expect(exitCode).toBe(code);
  expect(storesIn(home)).toEqual(before);
});

it("repairs a rollout of Codex, by its id, as the latest session and with all others", async () => {
  const home = emptyFolder();
  const id = "0199aaaa-0000-7000-8000-000000000007";
  const folder = join(home, ".codex/sessions/2026/03/02");
  const rollout = join(folder, `rollout-2026-03-02T09-00-00-${id}.jsonl`);
  mkdirSync(folder, { recursive: true });
  const record = (type: string, payload: object) =>
    JSON.stringify({ timestamp: "2026-03-02T09:00:00.000Z", type, payload });
  const damaged = [
    record("session_meta", { id, timestamp: "2026-03-02T09:00:00.000Z", cwd: "/home/mira/shop" }),
    record("event_msg", { type: "user_message", message: "Knead" }) +
      record("event_msg", { type: "agent_message", message: "Kneaded" }),
    "",
  ].join("\n");
  writeFileSync(rollout, damaged);
  for (const words of [["0199aaaa"], ["latest"], ["--all"]]) {
    const { stdout, exitCode } = await chatexport(home, "repair", ...words, "--yes");
    expect(stdout).toContain("joined-records, line 2");
    expect(exitCode).toBe(0);
    expect(readFileSync(rollout, "utf8").trimEnd().split("\n")).toHaveLength(3);
    await chatexport(home, "undo", "--yes");
    expect(readFileSync(rollout, "utf8")).toBe(damaged);
  }
  const none = await chatexport(home, "repair", "9999");
  expect(none.stderr).toContain("Claude Code, Codex and Copilot CLI have no session 9999;");
});
