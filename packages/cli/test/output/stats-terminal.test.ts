import width from "fast-string-width";
import { expect, it } from "vitest";
import { homeWith } from "../binary.js";
import { terminal } from "../in-process.js";
import { busyHome, prompt, writeRecords } from "./busy-home.js";

async function screenOf(home: string, columns: number, ...words: string[]): Promise<string[]> {
  const { ended, lines } = terminal(home, ["stats", ...words], { columns, rows: 60 });
  expect(await ended).toBe(0);
  return lines();
}

it("has facts, a chart and lists side by side on a wide terminal", async () => {
  const lines = await screenOf(busyHome(), 80);
  expect(lines.join("\n").replace(/prices of .*/, "prices of DATE")).toMatchInlineSnapshot(`
    "2026-02-01 to 2026-02-10 (UTC), all projects, all tools

    Sessions      3                 Tokens in              330  27 % cached
    Sub-agents    1                 Tokens out              39
    Active days   4                 Estimated cost  < 0.01 USD  prices of DATE
    Prompts       5
    Answers      10
    Tool calls    3  1 failed

    Messages by day  up to 9 messages
        ███
        ███
    ▃▃▃ ███ ▅▅▅                         ▅▅▅
    2026-02-01                   2026-02-10

    Projects  messages                        Models             answers
    shop            13  ██████████████████    claude-opus-4-6          6  ██████████
    blog             2  ██▊                   claude-haiku-4-5         2  ███▍
                                              claude-sonnet-4-6        1  █▋
                                              (not recorded)           1  █▋

    Calls  calls
    Run        1  ██████████████  1 failed
    Read       1  ██████████████
    Task       1  ██████████████

    tokens known for 2 of 3 sessions · 1 message without a time
    2 copied messages counted once"
  `);
});

it("has them below each other on a narrow terminal", async () => {
  const lines = await screenOf(busyHome(), 40);
  expect(lines.filter((line) => width(line) > 40)).toEqual([]);
  const blocks = lines.join("\n").split("\n\n");
  expect(blocks.map((block) => block.split(/ |\n/)[0])).toEqual([
    ...["2026-02-01", "Sessions", "Tokens", "Messages", "Projects", "Models", "Calls", "tokens"],
  ]);
  expect(blocks[2]).toMatch(/Estimated cost +< 0\.01 USD\n {2}prices of [\d-]+$/);
  expect(blocks[4]).toContain("\nshop            13  ████████████████████\n");
});

it("cuts wide names in their middle", async () => {
  const home = homeWith({ id: "session-a", cwd: `/home/mira/${"ゴミ収集カレンダー".repeat(5)}` });
  for (const columns of [40, 80]) {
    const lines = await screenOf(home, columns);
    expect(lines.filter((line) => width(line) > columns)).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^ゴミ.*…\p{L}+ー +2 +█+/u));
  }
});

/** A home with a prompt on each of so many days. */
function homeOfDays(days: number, every = 1): string {
  const home = homeWith();
  const records = Array.from({ length: days }, (_, day) =>
    prompt(
      `u${day}`,
      day ? `u${day - 1}` : null,
      new Date(Date.UTC(2026, 1, 2 + day * every)).toISOString(),
    ),
  );
  writeRecords(home, { id: "session-a", cwd: "/home/mira/shop" }, records);
  return home;
}

it.each([
  ["day", 30, 1, ["2026-02-02", "2026-03-03"]],
  ["week", 40, 1, ["2026-02-02", "2026-03-09"]],
  ["month", 40, 20, ["2026-02", "2028-03"]],
])("has a bar for each %s of %i prompts", async (name, days, every, ends) => {
  const lines = await screenOf(homeOfDays(days, every), 80);
  const start = lines.findIndex((line) => line.startsWith(`Messages by ${name}  `));
  expect(lines[start + 4]?.split(/ +/)).toEqual(ends);
  expect(lines[start + 3]).toMatch(/^█/);
});

it("shows the largest projects only, and says how to see all", async () => {
  const home = homeWith();
  for (let index = 10; index < 25; index++)
    writeRecords(home, { id: `session-${index}`, cwd: `/home/mira/project-${index}` }, [
      prompt("u1", null, "2026-02-02T10:00:00.000Z"),
    ]);
  const lines = await screenOf(home, 80);
  expect(lines.filter((line) => line.startsWith("project-"))).toHaveLength(5);
  expect(lines).toContainEqual(expect.stringContaining("… and 10 more"));
  expect(lines.at(-1)).toBe("chatexport stats | less has every row, -o stats.html draws them.");
});

it.each([
  [["--project", "shop"], "project shop, all tools"],
  [["--from", "claude", "--limit", "2"], "all projects, Claude Code, the newest 2"],
  [["--grep", "u4", "--model", "claude-*"], "all projects, all tools, model claude-*, with u4"],
])("says of what the numbers are with %j", async (words, scope) => {
  const [first] = await screenOf(busyHome(), 100, ...words);
  expect(first).toMatch(/^2026-02-0\d( to 2026-02-\d\d)? \(UTC\), /);
  expect(first?.split("(UTC), ")[1]).toBe(scope);
});

it("has no colours with --no-color", async () => {
  const { ended, written } = terminal(busyHome(), ["stats", "--no-color"], { columns: 60 });
  await ended;
  expect(written()).not.toContain("\u001b[1m");
});
