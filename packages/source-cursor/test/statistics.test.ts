import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "@chatexport/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeDatabase } from "../../sqlite/test/support/databases.js";
import cursor, { readStatistics } from "../src/index.js";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cursor-statistics-"));
});

afterEach(() => rmSync(home, { recursive: true }));

async function read() {
  const reported: Diagnostic[] = [];
  const context = {
    report: (diagnostic: Diagnostic) => reported.push(diagnostic),
    signal: new AbortController().signal,
  };
  return { ...(await readStatistics({ home }, context)), reported };
}

test("a home without Cursor has no statistics", async () => {
  expect(await read()).toEqual({ days: [], commits: [], lines: [], reported: [] });
});

test("days come from the editor, commits from the folder of the agent", async () => {
  const key = (date: string) => `aiCodeTracking.dailyStats.v1.5.${date}`;
  const row = (date: string, accepted: number): [string, string] => [
    key(date),
    JSON.stringify({ date, composerAcceptedLines: accepted }),
  ];
  writeDatabase(join(home, ".config/Cursor/User/globalStorage/state.vscdb"), {
    ItemTable: {
      rows: [row("2026-02-02", 5), row("2026-02-01", 3), ["cursorAuth/accessToken", "canary"]],
    },
  });
  writeDatabase(join(home, ".cursor/ai-tracking/ai-code-tracking.db"), {
    scored_commits: { rows: [{ commitHash: "5d0c3be", branchName: "main", linesAdded: 12 }] },
  });
  expect(await read()).toEqual({
    days: [
      { date: "2026-02-01", composerAcceptedLines: 3 },
      { date: "2026-02-02", composerAcceptedLines: 5 },
    ],
    commits: [{ hash: "5d0c3be", branch: "main", numbers: { linesAdded: 12 } }],
    lines: [],
    reported: [],
  });
});

test("days are told in words, those of several installations added up", async () => {
  const prefix = "aiCodeTracking.dailyStats.v1.5.";
  const write = (editor: string, rows: [string, object][]) =>
    writeDatabase(join(home, `.config/${editor}/User/globalStorage/state.vscdb`), {
      ItemTable: { rows: rows.map(([key, stats]) => [prefix + key, JSON.stringify(stats)]) },
    });
  write("Cursor", [
    ["2026-02-02", { date: "2026-02-02", tabSuggestedLines: 7, tabAcceptedLines: 0 }],
    ["2026-02-01", { date: "2026-02-01", composerSuggestedLines: 4, composerAcceptedLines: 3 }],
    ["2026-02-03", { date: "2026-02-03" }],
    ["x", { date: "some day", tabAcceptedLines: 1 }],
  ]);
  write("Cursor Nightly", [["2026-02-02", { date: "2026-02-02", tabAcceptedLines: 2 }]]);
  const source = cursor({ home });
  const context = { report: () => {}, signal: new AbortController().signal };
  expect(await source.dailyCounts?.(context)).toEqual([
    {
      day: "2026-02-01",
      counts: { "Composer lines suggested": 4, "Composer lines accepted": 3 },
    },
    { day: "2026-02-02", counts: { "Tab lines suggested": 7, "Tab lines accepted": 2 } },
  ]);
});

test("commits and the lines that Cursor tracks are counted on their days", async () => {
  const at = (day: number, hour = 0) => Date.UTC(2026, 1, day, hour);
  const commit = { scoredAt: at(2), linesAdded: 12, tabLinesAdded: 1, composerLinesAdded: 9 };
  const line = (hash: string, source: string | null, timestamp: number | string | null) => ({
    hash,
    source,
    timestamp,
    createdAt: at(3),
  });
  writeDatabase(join(home, ".cursor/ai-tracking/ai-code-tracking.db"), {
    scored_commits: {
      rows: [
        { commitHash: "5d0c3be", ...commit, humanLinesAdded: 2 },
        { commitHash: "0c1d2e3", ...commit, humanLinesAdded: 0 },
        { commitHash: "7a8b9c0", linesAdded: 5 },
      ],
    },
    ai_code_hashes: {
      rows: [
        line("a", "composer", at(2, 1)),
        line("b", "composer", at(2, 23)),
        line("c", "cli", at(2, 23)),
        line("d", "composer", null),
        line("e", "tab", "soon"),
        line("f", null, at(2)),
      ],
    },
  });
  const source = cursor({ home });
  const context = { report: () => {}, signal: new AbortController().signal };
  expect(await source.dailyCounts?.(context)).toEqual([
    {
      day: "2026-02-02",
      counts: {
        Commits: 2,
        "Lines committed": 24,
        "Tab lines committed": 2,
        "Composer lines committed": 18,
        "Human lines committed": 2,
        "Composer lines tracked": 2,
        "Cli lines tracked": 1,
      },
    },
    { day: "2026-02-03", counts: { "Composer lines tracked": 1 } },
  ]);
});

test("a database that was named alone has its days, too", async () => {
  const path = join(home, "backup/state.vscdb");
  writeDatabase(path, {
    ItemTable: {
      rows: [
        ["aiCodeTracking.dailyStats.v1.5.2026-02-01", JSON.stringify({ tabAcceptedLines: 2 })],
      ],
    },
  });
  const source = cursor({ roots: [path] });
  const context = { report: () => {}, signal: new AbortController().signal };
  expect(await source.dailyCounts?.(context)).toEqual([
    { day: "2026-02-01", counts: { "Tab lines accepted": 2 } },
  ]);
});
