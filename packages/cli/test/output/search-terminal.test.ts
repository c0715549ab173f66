import width from "fast-string-width";
import { describe, expect, it } from "vitest";
import { emptyFolder } from "../binary.js";
import { terminal } from "../in-process.js";
import { needProgram } from "../needed-program.js";
import { terminal as startedTerminal } from "../terminal.js";
import { conversation } from "./conversation.js";

describe("chatexport search in a terminal", () => {
  it("shows each session with its hits", async () => {
    const home = conversation(
      (it) =>
        it
          .user("Where is the kiln?\nIs the kiln hot?")
          .call("Bash", { command: "find kiln" }, "./kiln\n./old/kiln\nnone"),
      { title: "About clay" },
    );
    conversation(
      (it) =>
        it
          .user("kiln")
          .assistant([{ type: "thinking", thinking: "A kiln?" }])
          .assistant("No"),
      {
        home,
        id: "bbbbbbbb-0000-4000-8000-0000000000b2",
        startedAt: "2026-02-10T23:59:00.000Z",
      },
    );
    const said = terminal(home, ["search", "kiln"], { columns: 80 });
    expect(await said.ended).toBe(0);
    // The session comes first that is about little else, and newer.
    expect(said.lines()).toEqual([
      "2026-02-11  bbbbbbbb  shop  kiln  1 hit",
      "  02-10 23:59  user  kiln",
      "",
      "2026-01-31  aaaaaaaa  shop  About clay  2 hits",
      "        10:00  user  Where is the kiln? +1 line",
      "3 hits in 2 sessions (times in UTC); --all adds 2 in tool calls, files and",
      "reasoning",
    ]);
    expect(said.written()).toContain("\u001b[1m\u001b[31mkiln\u001b[39m\u001b[22m");

    // Parts of words have no rank: there the most hits count.
    const parts = terminal(home, ["search", "iln"], { columns: 80 });
    await parts.ended;
    expect(parts.lines()[0]).toContain("About clay  2 hits");

    const all = terminal(home, ["search", "kiln", "--all"], { columns: 80 });
    await all.ended;
    expect(all.lines()).toEqual([
      "2026-02-11  bbbbbbbb  shop  kiln  2 hits",
      "  02-10 23:59  user     kiln",
      "        00:00  thought  A kiln?",
      "",
      "2026-01-31  aaaaaaaa  shop  About clay  5 hits",
      "        10:00  user     Where is the kiln? +1 line",
      "        10:01  Bash     find kiln +2 lines",
      "7 hits in 2 sessions (times in UTC)",
    ]);
  });

  it("shows the first hits of each of many sessions, and as many as --limit says", async () => {
    const many = conversation((it) => {
      for (let index = 0; index < 15; index++) it.user(`kiln ${index}`);
    });
    conversation((it) => it.user("kiln"), {
      home: many,
      id: "bbbbbbbb-0000-4000-8000-0000000000b2",
    });
    const shown = async (...words: string[]) => {
      const { lines, ended } = terminal(many, ["search", "kiln", ...words], { rows: 40 });
      await ended;
      return lines();
    };
    expect((await shown())[11]).toBe("  … 5 more: --session aaaaaaaa");
    expect(await shown("--session", "aaaaaaaa")).toHaveLength(17);
    const limited = await shown("--limit", "2");
    expect(limited).toHaveLength(4);
    expect(limited[3]).toBe("16 hits in 2 sessions (times in UTC); --limit left out others");
  });

  it("shows the sessions only, and lines around each hit", async () => {
    const home = conversation((it) => it.user("a\nkiln\nb\nc\nd\nkiln 2").assistant("kiln 3"), {
      title: "About clay",
    });
    const shown = async (...words: string[]) => {
      const { lines, ended } = terminal(home, ["search", "kiln", ...words], { columns: 80 });
      await ended;
      return lines();
    };
    expect(await shown("-l")).toEqual([
      "DATE (UTC)  ID        HITS  PROJECT  TITLE",
      "2026-01-31  aaaaaaaa     3  shop     About clay",
      "1 session (times in UTC)",
    ]);
    expect(await shown("-C1")).toEqual([
      "2026-01-31  aaaaaaaa  shop  About clay  3 hits",
      "                    a",
      "  10:00  user       kiln",
      "                    b",
      "  --",
      "                    d",
      "  10:00  user       kiln 2",
      "  --",
      "  10:01  assistant  kiln 3",
      "3 hits in 1 session (times in UTC)",
    ]);
  });

  it.each([40, 53, 80, 200])("fits %i columns", async (columns) => {
    const home = conversation(
      (it) =>
        it
          .user(`${"日本語の文字列".repeat(30)} kiln ${"👩‍🚒🧱".repeat(40)}`)
          .call(`mcp__${"server".repeat(9)}__tool`, { a: "kiln\nkiln 2" }, "ok")
          .assistant(`${"kiln".repeat(90)} end\n${"e\u0301".repeat(300)}kiln`)
          .user("the\u001b]0;no\u0007 \u001b[31mkiln\u202e and\ttabs"),
      { title: "題名".repeat(40), cwd: `/home/mira/${"projekt".repeat(12)}` },
    );
    const { lines, ended, written } = terminal(home, ["search", "kiln", "--all"], { columns });
    expect(await ended).toBe(0);
    for (const control of ["\u202e", "\u001b]0;no"]) expect(written()).not.toContain(control);
    const shown = lines();
    // A line that was too wide would go on in the next one.
    expect(shown).toHaveLength(6);
    for (const line of shown) expect(width(line)).toBeLessThanOrEqual(columns);
    for (const line of shown.slice(1, 5)) expect(line).toContain("kiln");
    const around = terminal(home, ["search", "end", "-C1"], { columns });
    await around.ended;
    expect(around.lines().slice(1, -1)).toHaveLength(2);
    for (const line of around.lines()) expect(width(line)).toBeLessThanOrEqual(columns);
  });

  it("shows nothing in colour when that is not wanted", async () => {
    const home = conversation((it) => it.user("kiln"));
    const plain = terminal(home, ["search", "kiln", "--no-color"]);
    await plain.ended;
    expect(plain.written()).not.toContain("\u001b[3");
    const env = terminal(home, ["search", "kiln"], { env: { NO_COLOR: "1" } });
    await env.ended;
    expect(env.written()).not.toContain("\u001b[3");
  });
});

describe("chatexport search without an index, in the pager", () => {
  needProgram("sh");
  const rows = 10;
  const sessions = 30;
  const columns = 600;

  /** Sessions with more hits than a pipe holds, each two minutes older than the one before. */
  function longHits(): string {
    const home = emptyFolder();
    for (let session = 0; session < sessions; session++)
      conversation(
        (it) => {
          for (let row = 0; row < rows; row++) it.user(`kiln ${"warm ".repeat(columns / 5)}`);
        },
        {
          home,
          id: `${10 + session}000000-0000-4000-8000-0000000000c1`,
          startedAt: new Date(Date.UTC(2026, 0, 31, 10, -2 * session)).toISOString(),
        },
      );
    return home;
  }

  function shown(home: string, PAGER: string) {
    const words = ["search", "kiln", "--no-index"];
    return startedTerminal(home, words, { columns, rows: 400, env: { PAGER } });
  }

  it("shows the newest session first, as soon as it is searched", async () => {
    const home = longHits();
    for (const pager of ["cat -u", "no-such-pager"]) {
      const { lines, ended } = shown(home, pager);
      expect(await ended).toBe(0);
      const headings = lines().filter((line) => line.startsWith("2026-01-31"));
      expect(headings).toHaveLength(sessions);
      expect(headings[0]).toContain("10000000");
      expect(headings.at(-1)).toContain("39000000");
      expect(lines().at(-1)).toBe("300 hits in 30 sessions (times in UTC)");
    }
  });

  it("searches no further when the user leaves", async () => {
    const { lines, ended } = shown(longHits(), "head -n 1");
    expect(await ended).toBe(0);
    expect(lines()[0]).toContain("10000000");
    expect(lines().at(-1)).toMatch(
      /^\d+ hits in \d+ of 30 sessions .*; the others were not searched$/,
    );
  });
});
