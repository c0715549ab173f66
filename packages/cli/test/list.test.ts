import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatexport, emptyFolder, homeWith } from "./binary.js";

const first = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };
const second = {
  id: "22222222-bbbb-4000-8000-000000000002",
  title: "Second thoughts",
  cwd: "/home/mira/blog",
  startedAt: "2026-02-10T10:00:00.000Z",
};

describe("chatexport list", () => {
  it("prints a line for each session, newest first", async () => {
    const { exitCode, stdout, stderr } = await chatexport(homeWith(first, second), "list");
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^2026-02-10 {2}00000002 .* blog {2}Second thoughts$/),
      expect.stringMatching(/^2026-01-31 {2}00000001 .* shop {2}First steps$/),
      "",
    ]);
    expect(stderr).toBe("2 sessions\n");
    expect(exitCode).toBe(0);
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
        branch: "main",
        startedAt: "2026-01-31T10:00:00.000Z",
        updatedAt: "2026-01-31T10:01:00.000Z",
        bytes: expect.any(Number),
      },
    ]);
    expect(stderr).toBe("");
  });

  it("keeps control characters of titles away from the terminal", async () => {
    const home = homeWith({
      ...first,
      title: "\u001b[31mred\u001b]0;x\u0007 \u202ereversed\u009b\nend",
    });
    const table = await chatexport(home, "list");
    expect(table.stdout).toMatch(/ {2}red reversed end\n$/);
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
    expect(stdout).toMatch(/^2026-02-10 {2}00000002 .* Second thoughts\n$/);
    expect(stderr).toBe("1 session of 2\n");
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
    expect(stderr).toMatch(/No session was found.*\n {2}~\/\.claude \(claude\): does not exist\n/);
    expect(exitCode).toBe(0);
  });

  it("says in one sentence that filters match nothing", async () => {
    const { exitCode, stderr } = await chatexport(homeWith(first), "list", "--project", "shoop");
    expect(stderr).toBe(
      "1 session was found, but none matches --project. Did you mean --project 'shop'?\n",
    );
    expect(exitCode).toBe(0);
  });
});

describe("a name that yields nothing", () => {
  it.each([
    [["--session", "abc"], "--session abc: no session has an id that begins or ends so."],
    [["--root", "nowhere"], "--root nowhere: not found."],
    [["--root", "empty"], "--root empty: no session in it."],
    [["--root", ".claude", "--root", "empty"], "--root empty: no session in it."],
    [["--home", "nowhere"], "--home nowhere: there is no such folder."],
    [["--from", "claude", "--home", "empty"], "--from claude: no session was found."],
  ])("makes %j end with 1", async (words, sentence) => {
    const home = homeWith(first);
    mkdirSync(join(home, "empty"));
    const { exitCode, stderr } = await chatexport(home, "list", ...words);
    expect(stderr).toContain(`error: ${sentence}\n`);
    expect(exitCode).toBe(1);
  });

  it("tells which sessions an ambiguous id could mean", async () => {
    const home = homeWith(first, { ...second, id: "11111111-cccc-4000-8000-000000000003" });
    const { exitCode, stderr } = await chatexport(home, "list", "--session", "11111111");
    expect(stderr).toContain("2 sessions have such an id (11111111-cccc-4000-8000-000000000003, ");
    expect(exitCode).toBe(1);
  });
});
