import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commands } from "../src/commands.js";
import type { CommandName } from "../src/options/command-names.js";
import type { OptionRow } from "../src/options/option-row.js";
import { optionTable } from "../src/options/option-table.js";
import { homeWith, packedSession } from "./binary.js";
import { chatexport } from "./in-process.js";

const session = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };

/** The kind of text on standard output when a command did its work: for people, for programs, or nothing. */
interface Row {
  /** The words that the command takes besides options. */
  words?: readonly string[];
  /** The form of a line of standard output for people; absent when there is none. */
  plain?: RegExp;
  /** True when `--json` prints a value for each line. */
  isLines?: true;
  /** Words that cannot be fulfilled, without the command. */
  failing: readonly string[];
  /** Words that cannot be understood, without the command. */
  wrong: readonly string[];
}

const nowhere = ["--root", "nowhere"];

/** A line of a file in a repository. */
const readme = `${fileURLToPath(new URL("../../../README.md", import.meta.url))}:1`;

// A new command has to say here what it prints.
const rows: Readonly<Record<CommandName, Row>> = {
  export: { failing: nowhere, wrong: ["--to", "nothing"] },
  list: { plain: /^2026-01-31T\S+\t11111111-/m, failing: nowhere, wrong: ["--since", "soon"] },
  show: {
    words: ["00000001"],
    plain: /^First steps$/m,
    failing: ["nothing"],
    wrong: [],
  },
  // What it shows is in the browser; open.test.ts starts one.
  open: {
    words: ["-h"],
    plain: /^Usage: chatexport open /m,
    failing: ["nothing"],
    wrong: ["--out", "here"],
  },
  // What it writes is a file.
  share: { words: ["latest", "-o", "page.html"], failing: ["nothing"], wrong: ["--limit", "1"] },
  search: {
    words: ["answer"],
    plain: /^2026-01-31 10:01 11111111 assistant shop /m,
    isLines: true,
    failing: ["answer", ...nowhere],
    wrong: ["/(/"],
  },
  // Without a terminal it says what to use instead; what it shows there is in output/find.test.ts.
  find: {
    words: ["-h"],
    plain: /^Usage: chatexport find /m,
    failing: ["answer"],
    wrong: ["--since", "soon"],
  },
  why: { words: [readme], plain: /^ {2}· unknown/m, failing: ["nothing"], wrong: [] },
  commits: {
    words: ["00000001"],
    plain: /^ {2}· No commit of this session is known\.$/m,
    failing: ["nothing"],
    wrong: [],
  },
  stats: { plain: /^Sessions +1$/m, failing: nowhere, wrong: ["--limit", "none"] },
  doctor: { plain: /^Result$/m, failing: nowhere, wrong: ["--from", "nothing"] },
  hook: { words: ["remove", "codex"], failing: ["install"], wrong: ["start"] },
  // It answers what comes on standard input, which is nothing here.
  mcp: { failing: ["--from", "nothing"], wrong: ["now"] },
  continue: {
    words: ["00000001", "--project", ".", "--dry-run"],
    plain: /^claude --resume \S+$/m,
    failing: ["nothing"],
    wrong: ["--in", "nothing"],
  },
  restore: {
    words: ["00000001", "--from", "claude", "--dry-run"],
    plain: /^(?:cd \S+ && )?claude --resume \S+$/m,
    failing: ["nothing"],
    wrong: ["--at", "1"],
  },
  clone: {
    words: ["00000001", "--dry-run"],
    failing: ["nothing"],
    wrong: ["--at", "1"],
  },
  fork: {
    words: ["00000001", "--at", "1", "--dry-run"],
    failing: ["nothing", "--at", "1"],
    wrong: ["00000001"],
  },
  trim: {
    words: ["00000001", "--results", "1", "--dry-run"],
    plain: /It has nothing of that to cut\.$/m,
    failing: ["nothing", "--images"],
    wrong: ["00000001"],
  },
  repair: {
    words: ["--all", "--dry-run"],
    plain: /Nothing is wrong with \d file/m,
    failing: ["nothing"],
    wrong: ["00000001", "--all"],
  },
  rename: {
    words: ["00000001", "Title", "--dry-run"],
    failing: ["nothing", "Title"],
    wrong: ["00000001"],
  },
  archive: { words: ["00000001", "--dry-run"], failing: ["nothing"], wrong: ["one", "two"] },
  delete: {
    words: ["00000001", "--dry-run"],
    plain: /1 file will be deleted:$/m,
    failing: ["nothing", "--yes"],
    wrong: ["one", "two"],
  },
  undo: { words: ["--list"], failing: ["nothing"], wrong: ["one", "two"] },
  // What it writes is a file.
  pack: {
    words: ["00000001", "-o", "talk.tar.gz"],
    failing: ["nothing", "-o", "talk.tar.gz"],
    wrong: ["00000001"],
  },
  unpack: {
    words: [packedSession, "--dry-run"],
    failing: ["nothing"],
    wrong: ["one", "two"],
  },
  move: {
    words: ["/home/mira/shop", ".", "--sessions-only", "--dry-run"],
    plain: /^Claude Code$/m,
    failing: ["nothing", "nowhere", "--yes"],
    wrong: ["one", "two", "three"],
  },
  plugins: {
    plain: /^Sinks \(--to\):$/m,
    failing: ["--config", "no.json"],
    wrong: ["--project", "shop"],
  },
  completion: {
    words: ["bash"],
    plain: /^_chatexport\(\) \{$/m,
    failing: ["nothing"],
    wrong: [],
  },
};

// What the program says to people, at the beginning of a line.
const words = /^(?:error|warning|note): |^(?:Exported|Up to date|No session was found)\b/m;

const names = Object.keys(commands) as CommandName[];

const input = vi.spyOn(process, "stdin", "get");
beforeAll(() => void input.mockImplementation(() => Readable.from([]) as never));
afterAll(() => input.mockRestore());

describe.each(names)("standard output of chatexport %s", (name) => {
  const { words: own = [], plain, isLines, failing, wrong } = rows[name];
  const given = [name, ...own];

  it("holds data only, and with --quiet standard error is empty", async () => {
    const home = homeWith(session);
    const { stdout, stderr, exitCode } = await chatexport(home, ...given);
    expect(exitCode).toBe(0);
    if (plain) expect(stdout).toMatch(plain);
    else expect(stdout).toBe("");
    expect(stdout).not.toMatch(words);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no terminal, no colours
    expect(stdout + stderr).not.toMatch(/\x1b/);
    if (takes(name, "--quiet"))
      expect(await chatexport(home, ...given, "--quiet")).toEqual({ stdout, stderr: "", exitCode });
  });

  if (takes(name, "--json")) {
    it("is JSON with --json", async () => {
      const { stdout, exitCode } = await chatexport(homeWith(session), ...given, "--json");
      expect(exitCode).toBe(0);
      expect(stdout.endsWith("\n")).toBe(true);
      const values = isLines ? stdout.trimEnd().split("\n") : [stdout];
      for (const value of values) expect(JSON.parse(value)).toBeInstanceOf(Object);
    });
  }

  it.each([
    [failing, [1, 2]],
    [wrong, [2]],
    [["--no-such-option"], [2]],
  ])("does not hold why %j fails", async (reason, exitCodes) => {
    const outcome = await chatexport(homeWith(session), name, ...reason);
    expect(exitCodes).toContain(outcome.exitCode);
    // What doctor finds is its data, also where nothing is.
    if (name !== "doctor" || outcome.exitCode === 2) expect(outcome.stdout).toBe("");
    expect(outcome.stdout).not.toMatch(words);
    expect(outcome.stderr).toMatch(/^error: .+\.$/m);
  });
});

function takes(name: CommandName, flag: string): boolean {
  return Object.values<OptionRow>(optionTable).some(
    ({ flags, commands }) => flags.endsWith(flag) && commands.includes(name),
  );
}
