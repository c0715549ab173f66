import width from "fast-string-width";
import { describe, expect, it } from "vitest";
import { exampleHome, homeWith } from "./binary.js";
import { chatexport, terminal } from "./in-process.js";

it("a list fits the terminal, also with wide characters", async () => {
  const home = homeWith({ id: "session-a", title: "ゴミ収集カレンダー ".repeat(10) });
  const { ended, lines } = terminal(home, ["list"], { columns: 60 });
  expect(await ended).toBe(0);
  expect(lines()).toEqual([
    expect.stringMatching(/^DATE \(UTC\) +ID +PROJECT +TITLE$/),
    expect.stringMatching(/^2026-01-31 .*ゴミ収集.*…$/),
    "1 session",
  ]);
});

it("a list is at most a screen, unless it is asked for more", async () => {
  const shown = async (...words: string[]) => {
    const given = ["list", "--home", exampleHome, ...words];
    const { ended, lines } = terminal(homeWith(), given, { columns: 100, rows: 14 });
    await ended;
    return lines();
  };
  const short = await shown();
  expect(short).toHaveLength(10);
  expect(short[1]).toMatch(/^2026-11-12 {2}ce8aba52 /);
  expect(short.at(-1)).toBe(
    "… 21 more: --limit 29 shows all. 29 sessions, 1 of them deleted (only traces left)",
  );
  // All of it went through the pager, which is none here, so that it scrolled.
  expect((await shown("--limit", "29")).at(-1)).toMatch(/^29 sessions/);
});

describe.each([
  [40, ""],
  [50, ""],
  [60, "PROJECT"],
  [80, "SOURCE PROJECT"],
  [100, "SOURCE PROJECT"],
  [120, "TIME AGENTS SOURCE PROJECT"],
  [200, "TIME AGENTS SOURCE PROJECT"],
])("a list in %i columns", (columns, others) => {
  it("has each session in a line that fits, without what matters least", async () => {
    const words = ["list", "--home", exampleHome];
    const { ended, lines } = terminal(homeWith(), words, { columns, rows: 40 });
    expect(await ended).toBe(0);
    const [header = "", ...rows] = lines();
    expect(header.split(/ {2,}/).join(" ")).toBe(
      `DATE (UTC) ID ${others} TITLE`.replace("  ", " "),
    );
    const said = rows.splice(29).join(" ");
    expect(said).toBe("29 sessions, 1 of them deleted (only traces left)");
    for (const row of rows) {
      expect(width(row)).toBeLessThanOrEqual(columns);
      expect(row).toMatch(/^2\d\d\d-\d\d-\d\d {2}(?:[0-9a-f]{8}|ses_[0-9a-f]{4}) .*\p{L}{2}/u);
      expect(row.slice(header.indexOf("TITLE")).length).toBeGreaterThan(8);
    }
  });
});

it("what is said in few columns has no torn word", async () => {
  const given = ["--home", exampleHome, "--out", "here"];
  const plain = await chatexport(homeWith(), ...given);
  const said = (text: string) => text.split(/\s+/).filter((word) => /^[^/]+$/.test(word));
  for (const columns of [40, 60]) {
    const narrow = { columns, rows: 200 };
    const exported = terminal(homeWith(), given, narrow);
    expect(await exported.ended).toBe(0);
    const failed = terminal(homeWith(), ["list", "--since", "soon"], narrow);
    expect(await failed.ended).toBe(2);
    const seen = said(exported.lines().join("\n"));
    expect(said(plain.stderr).filter((word) => !seen.includes(word))).toEqual([]);
    expect(failed.lines().join(" ")).toContain("2026-01-31T14:00:00Z (in UTC), or 12h, 7d or 2w");
  }
});

it.each(["list", "stats", "doctor", "search", "show"])(
  "%s ends well in a terminal in which nothing has room",
  async (command) => {
    const argument = { search: ["the"], show: ["latest"] }[command] ?? [];
    for (const columns of [1, 2, 5]) {
      const words = [command, ...argument, "--home", exampleHome];
      const { ended, written } = terminal(homeWith(), words, { columns, env: { PAGER: "cat" } });
      await ended;
      expect(written()).not.toContain("should not have happened");
    }
  },
);
