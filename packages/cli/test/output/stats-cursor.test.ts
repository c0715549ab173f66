import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildDatabase } from "../../../../scripts/cursor-store.mjs";
import { chatexport, terminal } from "../in-process.js";
import { busyHome } from "./busy-home.js";
import { statsOf } from "./stats-of.js";

/** A home with what Cursor counted on two days, the second of them by two installations. */
function cursorHome(): string {
  const home = busyHome();
  const row = (date: string, counts: object) => ({
    [`aiCodeTracking.dailyStats.v1.5.${date}`]: { date, ...counts },
  });
  const write = (editor: string, rows: object) =>
    buildDatabase(join(home, ".config", editor, "User/globalStorage/state.vscdb"), {
      tables: { ItemTable: { ...rows } },
    });
  write("Cursor", {
    ...row("2026-02-01", { tabSuggestedLines: 1500, tabAcceptedLines: 0 }),
    ...row("2026-02-02", { composerSuggestedLines: 12, composerAcceptedLines: 9 }),
  });
  write("Cursor Nightly", row("2026-02-02", { composerAcceptedLines: 1 }));
  return home;
}

describe("what Cursor itself counted", () => {
  const second = {
    source: "cursor",
    day: "2026-02-02",
    counts: { "Composer lines suggested": 12, "Composer lines accepted": 10 },
  };
  const first = {
    source: "cursor",
    day: "2026-02-01",
    counts: { "Tab lines suggested": 1500, "Tab lines accepted": 0 },
  };

  it("stands in the JSON, the newest day first", async () => {
    const home = cursorHome();
    expect((await statsOf(home)).dailyCounts).toEqual([second, first]);
    expect((await statsOf(home, "--until", "2026-02-01")).dailyCounts).toEqual([first]);
  });

  it("is not said to belong to the sessions of a project", async () => {
    expect((await statsOf(cursorHome(), "--project", "shop")).dailyCounts).toBeUndefined();
  });

  it("stands day by day in what is not printed on a terminal", async () => {
    const { stdout } = await chatexport(cursorHome(), "stats");
    expect(stdout.split("\n").slice(-6)).toEqual([
      "Counted by Cursor itself, by day",
      "2026-02-02    12  Composer lines suggested",
      "2026-02-02    10  Composer lines accepted",
      "2026-02-01  1500  Tab lines suggested",
      "2026-02-01     0  Tab lines accepted",
      "",
    ]);
  });

  it.each([100, 40])("stands beside the last days on a terminal of %i columns", async (columns) => {
    const { ended, lines } = terminal(cursorHome(), ["stats"], { columns, rows: 60 });
    await ended;
    const start = lines().indexOf("Counted by Cursor itself, by day");
    const both = [
      "02-01  02-02  TOTAL",
      "          12     12  Composer lines suggested",
      "          10     10  Composer lines accepted",
      " 1.5k          1.5k  Tab lines suggested",
      "    0             0  Tab lines accepted",
    ];
    const last = ["02-02  TOTAL", "   12     12  Composer lines suggested"];
    const expected = columns === 100 ? both : last;
    expect(lines().slice(start + 1, start + 1 + expected.length)).toEqual(expected);
  });

  it("is left out with one error where the database is damaged", async () => {
    const home = cursorHome();
    const path = join(home, ".config/Cursor/User/globalStorage/state.vscdb");
    writeFileSync(path, "SQLite format 3\0 and nothing else");
    const { exitCode, stdout, stderr } = await chatexport(home, "stats", "--json");
    expect(JSON.parse(stdout).dailyCounts).toEqual([
      { ...second, counts: { "Composer lines accepted": 1 } },
    ]);
    expect(stderr.match(/unreadable-database/g)).toHaveLength(1);
    expect(stderr).not.toContain("×");
    expect(exitCode).toBe(1);
  });
});
