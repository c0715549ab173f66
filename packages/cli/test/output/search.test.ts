import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { homeWith, outcomeOf, start } from "../binary.js";
import { chatexport } from "../in-process.js";
import { expectValid } from "../schemas.js";
import { conversation, defaultId } from "./conversation.js";

/** The hits as programs get them. */
async function hitsFor(home: string, ...words: string[]) {
  const { stdout, exitCode } = await chatexport(home, "search", "--json", ...words);
  expect(exitCode).toBe(0);
  const hits = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const hit of hits) expectValid("search", hit);
  return hits;
}

async function textsFor(home: string, ...words: string[]): Promise<string[]> {
  return (await hitsFor(home, ...words)).map(({ text }) => text);
}

describe("chatexport search", () => {
  it("prints a line for each hit, newest session first", async () => {
    const home = conversation(
      (it) => it.user("Where is the kiln?").assistant("In the kiln room."),
      {
        title: "About a kiln",
      },
    );
    conversation((it) => it.user("one\n  a kiln, twice: kiln\nthree\nno kiln"), {
      home,
      id: "bbbbbbbb-0000-4000-8000-0000000000b2",
      cwd: "/home/mira/my garden",
      startedAt: "2026-02-10T08:30:00.000Z",
    });
    const { exitCode, stdout, stderr } = await chatexport(home, "search", "kiln");
    expect(stdout).toBe(
      [
        "2026-02-10 08:30 bbbbbbbb user my_garden a kiln, twice: kiln",
        "2026-02-10 08:30 bbbbbbbb user my_garden no kiln",
        "- - aaaaaaaa title shop About a kiln",
        "2026-01-31 10:00 aaaaaaaa user shop Where is the kiln?",
        "2026-01-31 10:01 aaaaaaaa assistant shop In the kiln room.",
        "",
      ].join("\n"),
    );
    expect(stderr).toBe("5 hits in 2 sessions (times in UTC)\n");
    expect(exitCode).toBe(0);
  });

  it("prints a line of JSON for each hit", async () => {
    const home = conversation(
      (it) => it.user("Hello").call("Bash", { command: "fire the kiln" }, "ok"),
      { title: "T" },
    );
    expect(await hitsFor(home, "KILN".toLowerCase(), "--all")).toEqual([
      {
        session: defaultId,
        source: "claude",
        project: "shop",
        title: "T",
        messageId: "c1-2",
        time: "2026-01-31T10:01:00.000Z",
        role: "tool",
        in: "tool-call",
        tool: { kind: "execute", name: "Bash" },
        text: "fire the kiln",
        matches: [{ start: 9, end: 13 }],
        count: 1,
      },
    ]);
  });

  it("takes a text as it is, with capitals only where it has some", async () => {
    const home = conversation((it) =>
      it.user("a.b Kiln\naxb kiln").assistant("Straße und ÄPFEL\n(x|y)* [z] $1^"),
    );
    expect(await textsFor(home, "a.b")).toEqual(["a.b Kiln"]);
    expect(await textsFor(home, "kiln")).toEqual(["a.b Kiln", "axb kiln"]);
    expect(await textsFor(home, "Kiln")).toEqual(["a.b Kiln"]);
    expect(await textsFor(home, "äpfel")).toEqual(["Straße und ÄPFEL"]);
    expect(await textsFor(home, "(x|y)* [z] $1^")).toEqual(["(x|y)* [z] $1^"]);
    expect(await textsFor(home, "/usr/lib")).toEqual([]);
  });

  it("finds words that white space or a line break parts", async () => {
    const home = conversation((it) => it.user("the rate\n  limit is\u00a0low\nrate-limit"));
    expect(await hitsFor(home, " rate limit ")).toMatchObject([
      { text: "the rate\n  limit is\u00a0low", matches: [{ start: 4, end: 16 }] },
    ]);
    expect(await textsFor(home, "limit is low")).toHaveLength(1);
  });

  it("finds letters with marks, composed or not", async () => {
    const home = conversation((it) => it.user("M\u00fcll\nMu\u0308ll"));
    expect(await textsFor(home, "m\u00fcll")).toHaveLength(2);
    expect(await textsFor(home, "mu\u0308ll")).toHaveLength(2);
  });

  it("takes a regular expression between slashes", async () => {
    const home = conversation((it) => it.user("retry 12\nretries: 7\nRetry none\nend"));
    expect(await textsFor(home, "/retr(?:y|ies):? \\d+/")).toEqual(["retry 12", "retries: 7"]);
    expect(await textsFor(home, "/^retry/im")).toEqual(["retry 12", "Retry none"]);
    expect(await textsFor(home, "/^end/")).toEqual([]);
    expect(await textsFor(home, "/7.*none/s")).toEqual(["retries: 7\nRetry none"]);
    expect(await textsFor(home, "/\\p{Lu}etry/u")).toEqual(["Retry none"]);
    expect(await textsFor(home, "/x*/g")).toEqual([]);
    // Unicode has a sign for Kelvin that is a "k" in another case.
    const kelvin = conversation((it) => it.user("\u212aelvin"));
    expect(await textsFor(kelvin, "/kelvin/iu")).toEqual(["\u212aelvin"]);
    expect(await textsFor(kelvin, "/kelvin/i")).toEqual([]);
  });

  it("finds the parts in which all of several texts are, or one of those between which OR is", async () => {
    const home = conversation((it) =>
      it
        .user("the kiln\nis cold\n\nlight the Kiln")
        .assistant("a cold shelf")
        .call("Bash", { command: "fire --kiln" }, "still cold\n"),
    );
    expect(await textsFor(home, "cold", "kiln")).toEqual(["the kiln", "is cold", "light the Kiln"]);
    expect(await textsFor(home, "cold", "/kiln/", "--all", "--role", "tool")).toEqual([
      "fire --kiln",
      "still cold",
    ]);
    expect(await textsFor(home, "shelf", "OR", "is", "light")).toEqual([
      "is cold",
      "light the Kiln",
      "a cold shelf",
    ]);
    expect(await textsFor(home, "OR")).toEqual([]);
  });

  it("prints the sessions only, and lines around each hit", async () => {
    const home = conversation(
      (it) => it.user("a\nb\n  kiln\nc\n\nd\nkiln 2").assistant("no kiln"),
      {
        title: "About\u001b[2J\tclay",
      },
    );
    const printed = async (...words: string[]) =>
      (await chatexport(home, "search", "kiln", ...words)).stdout;
    const session = `2026-01-31T10:01:00.000Z\t${defaultId}\tclaude\tshop\tAbout clay\t3\n`;
    expect(await printed("--sessions-with-matches")).toBe(session);
    expect(await hitsFor(home, "kiln", "-l")).toEqual([
      expect.objectContaining({ session: defaultId, title: expect.any(String), hits: 3 }),
    ]);
    const before = "2026-01-31 10:00 aaaaaaaa user shop";
    expect(await printed("-C", "1", "--role", "user")).toBe(
      `  b\n${before} kiln\n  c\n--\n  d\n${before} kiln 2\n`,
    );
    expect(await printed("-C", "2", "--role", "user")).toBe(
      `  a\n  b\n${before} kiln\n  c\n\n  d\n${before} kiln 2\n`,
    );
    const [hit] = await hitsFor(home, "kiln", "-C2", "--no-index");
    expect(hit).toMatchObject({ text: "kiln", before: ["a", "b"], after: ["c", ""] });
  });

  it.each([
    [["/(/"], "is not a regular expression: Unterminated group."],
    [["/a/ii"], "is not a regular expression: Invalid flags"],
    [["  "], "is empty"],
    [["kiln", "OR"], "The pattern: OR goes between two things to look for"],
    [["kiln", "OR", "OR", "cone"], "The pattern: OR goes between two things to look for"],
  ])("refuses %j", async (words, complaint) => {
    const { exitCode, stderr, stdout } = await chatexport(homeWith(), "search", ...words);
    expect(stderr).toContain(complaint);
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
  });

  it("says in one sentence that nothing was found", async () => {
    const home = homeWith({ id: defaultId });
    const found = await chatexport(home, "search", "Quark");
    expect(found).toEqual({
      exitCode: 0,
      stdout: "",
      stderr:
        "Nothing in 1 session contains 'Quark'. A text without capitals, or a /regex/i, is found in any case.\n",
    });
    const { stderr } = await chatexport(home, "search", "/quarks?/i");
    expect(stderr).toBe("Nothing in 1 session matches /quarks?/i.\n");
    const several = await chatexport(home, "search", "up", "down", "OR", "/charm/i");
    expect(several.stderr).toBe("Nothing in 1 session contains 'up' and 'down', or /charm/i.\n");
    const narrow = await chatexport(
      home,
      "search",
      "up",
      "--all",
      "--role",
      "tool",
      "--tool",
      "edit",
    );
    expect(narrow.stderr).toBe(
      "Of 1 session, nothing that --role and --tool leave contains 'up'.\n",
    );
    expect((await chatexport(home, "search", "quark", "--quiet")).stderr).toBe("");
  });

  it("looks into what was said, with --all into everything but what the tool put in between", async () => {
    const home = conversation((it) =>
      it
        .user("prompt kiln <system-reminder>added kiln</system-reminder>")
        .assistant([{ type: "thinking", thinking: "thought kiln" }])
        .call("Edit", { file_path: "/a", old_string: "old kiln", new_string: "new kiln" }, "done")
        .call("mcp__x__y", { deep: [{ er: "input kiln" }] }, "result kiln")
        .record({ type: "system", subtype: "informational", content: "notice kiln" })
        .record({
          type: "user",
          isCompactSummary: true,
          message: { role: "user", content: "summary kiln" },
        })
        .record({ type: "mystery", what: { is: "unknown kiln" } }),
    );
    expect(await textsFor(home, "kiln")).toEqual(["prompt kiln"]);
    expect(await textsFor(home, "kiln", "--role", "system")).toContain("added kiln");
    const { stderr } = await chatexport(home, "search", "thought");
    expect(stderr).toBe(
      "Nothing in 1 session contains 'thought'. --all finds it at 1 place in tool calls, files and reasoning.\n",
    );
    const hits = await hitsFor(home, "kiln", "--all");
    expect(hits.map((hit) => [hit.text, hit.role, hit.in])).toEqual([
      ["prompt kiln", "user", "text"],
      ["thought kiln", "assistant", "reasoning"],
      ["old kiln", "tool", "tool-call"],
      ["new kiln", "tool", "tool-call"],
      ["input kiln", "tool", "tool-call"],
      ["result kiln", "tool", "tool-call"],
      ["notice kiln", "system", "notice"],
      ["summary kiln", "system", "compaction"],
      ["unknown kiln", "system", "unknown"],
    ]);
  });

  it("does not take the content of an image for text", async () => {
    const source = { type: "base64", media_type: "image/png", data: "kiln".repeat(400) };
    const home = conversation((it) => it.user([{ type: "image", source }]).assistant("no"));
    expect(await hitsFor(home, "kiln")).toEqual([]);
  });

  it("says what stands in a sub-agent, whose prompts no person wrote", async () => {
    const home = conversation((it) =>
      it.user("go").call("Task", { description: "d", prompt: "Look" }, "Found it."),
    );
    conversation((it) => it.user("Look for a kiln").assistant("No kiln here"), {
      home,
      agent: { id: "a1b2c3", callId: "call-1" },
    });
    expect(await hitsFor(home, "kiln")).toMatchObject([
      { role: "assistant", subagent: "agent-a1b2c3", text: "Look for a kiln" },
      { role: "assistant", subagent: "agent-a1b2c3", text: "No kiln here" },
    ]);
    const { stdout } = await chatexport(home, "search", "no kiln");
    expect(stdout).toBe("2026-01-31 10:01 aaaaaaaa sub-agent/assistant shop No kiln here\n");
  });

  it("says what stands on a branch that was left", async () => {
    const home = conversation((it) =>
      it
        .user("first")
        .assistant("answer")
        .user("a kiln")
        .assistant("left")
        .user("something else", { parentUuid: "c1-2" })
        .assistant("other answer"),
    );
    expect(await hitsFor(home, "kiln")).toMatchObject([{ branch: "c1-3", role: "user" }]);
    const { stdout } = await chatexport(home, "search", "kiln");
    expect(stdout).toContain(" branch/user shop a kiln\n");
  });

  it("finds what a fork copied only where it comes from", async () => {
    const forkedFrom = { sessionId: defaultId, messageUuid: "c1-1" };
    const home = conversation((it) => it.user("the kiln"));
    const fork = "cccccccc-0000-4000-8000-0000000000f3";
    conversation((it) => it.user("the kiln", { forkedFrom }).user("more kiln"), { home, id: fork });
    const hits = await hitsFor(home, "kiln");
    expect(hits.map(({ session, text }) => [session, text]).sort()).toEqual([
      [defaultId, "the kiln"],
      [fork, "more kiln"],
    ]);
    expect(await textsFor(home, "kiln", "--session", fork)).toEqual(["the kiln", "more kiln"]);
  });

  it("shows of a long line what is around the match", async () => {
    const line = `${"🧱".repeat(3000)}kiln${"x".repeat(5000)} kiln`;
    const home = conversation((it) => it.user(line));
    const [{ text, matches, count }] = await hitsFor(home, "kiln");
    expect(text).toHaveLength(1002);
    expect(text).toMatch(/^…(?:🧱)+kilnx+…$/u);
    expect(text.slice(matches[0].start, matches[0].end)).toBe("kiln");
    expect([matches.length, count]).toEqual([1, 2]);
  });

  it("keeps what a transcript holds from controlling the terminal", async () => {
    const home = conversation(
      (it) => it.user("\u001b]0;title\u0007red \u001b[31mkiln\u202e\u009b2J"),
      {
        title: "\u001b[2J kiln",
      },
    );
    const lines = await chatexport(home, "search", "kiln");
    expect(lines.stdout).not.toMatch(/[^\P{C}\n]/u);
    expect(lines.stdout).toMatch(/ shop red kiln2?J?\n$/);
    const json = await chatexport(home, "search", "kiln", "--json");
    expect(json.stdout).not.toMatch(/[^\P{C}\n]/u);
  });

  /** More than fits between the program and a reader who does not read on, and after that a last session. */
  function fullHome(): { home: string; last: string } {
    const home = conversation((it) => it.user("a kiln\n".repeat(10_000)));
    const last = "dddddddd-0000-4000-8000-000000000001";
    conversation((it) => it.user("the last kiln"), {
      home,
      id: last,
      startedAt: "2025-01-31T10:00:00.000Z",
    });
    return { home, last: join(home, ".claude/projects/-home-mira-shop", `${last}.jsonl`) };
  }

  it("prints what it has found before it looks into the next session", async () => {
    const { home, last } = fullHome();
    const child = start(home, "search", "kiln", "--no-index");
    await once(child.stdout, "readable");
    rmSync(last);
    const { stdout } = await outcomeOf(child);
    expect(stdout.split("\n")).toHaveLength(10_001);
    expect(stdout).not.toContain("the last kiln");
  });

  it("ends when its reader has seen enough", async () => {
    const child = start(fullHome().home, "search", "kiln");
    await once(child.stdout, "readable");
    child.stdout.destroy();
    // At its end it would say how much it has found.
    expect(await outcomeOf(child)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});
