import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { homeWith, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";
import { expectValid } from "./schemas.js";

const dayMilliseconds = 24 * 60 * 60 * 1000;

// No day ends during a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-04T09:15:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Writes a session whose file was changed some days ago. */
function aged(home: string, title: string, days: number, number: number): void {
  const id = `0b1c2d3e-0000-4000-8000-00000000a00${number}`;
  const path = writeTranscript(home, { id, title });
  const time = new Date(Date.now() - days * dayMilliseconds);
  utimesSync(path, time, time);
}

/** A home with an overdue session, one that goes within a week, one within a month, and a new one. */
function agedHome(): string {
  const home = homeWith();
  aged(home, "Overdue", 33, 1);
  aged(home, "Soon", 26.5, 2);
  aged(home, "Later", 10.5, 3);
  aged(home, "Last week", 5, 4);
  return home;
}

function settings(home: string, value: unknown, name = "settings.json"): void {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  writeFileSync(join(home, ".claude", name), text);
}

function inDays(days: number): string {
  return new Date(Date.now() + days * dayMilliseconds).toISOString().slice(0, 10);
}

describe("what will be deleted", () => {
  it("is told by the tool's default, the first ones first", async () => {
    const { exitCode, stdout } = await chatexport(agedHome(), "doctor");
    expect(stdout).toContain(
      "! ~/.claude: sessions unchanged for 30 days are deleted (the tool's default).\n",
    );
    expect(stdout).toContain(
      '→ "cleanupPeriodDays": 3650 in ~/.claude/settings.json keeps sessions longer.\n',
    );
    expect(stdout).toContain(
      "! 4 sessions will be deleted within 30 days, 2 of them within 7 days, 1 when the tool next starts, unless you continue them.\n    None of them is up to date in the archive",
    );
    expect(stdout).toMatch(
      new RegExp(
        [
          " next start {2}0000a001 {2}not archived {2}shop {2}Overdue",
          `${inDays(3.5)} {2}0000a002 {2}not archived {2}shop {2}Soon`,
          `${inDays(19.5)} {2}0000a003 {2}not archived {2}shop {2}Later`,
        ].join("\n +"),
      ),
    );
    expect(stdout).toContain(
      "! There is no archive in ./chat-export.\n    → chatexport export --out ./chat-export\n",
    );
    expect(exitCode).toBe(0);
  });

  it("is not compared with a single file, to which none can be added", async () => {
    const { stdout, exitCode } = await chatexport(agedHome(), "doctor", "--out", "kept.md");
    expect(stdout).not.toContain("--out");
    expect(exitCode).toBe(0);
  });

  it("is compared with an archive", async () => {
    const home = agedHome();
    await chatexport(home, "export", "--to", "jsonl", "--out", "kept");
    const all = await chatexport(home, "doctor", "--out", "kept");
    expect(all.stdout).toContain("All of them are up to date in the archive.");
    expect(all.stdout).toContain("✓ kept is up to date with all 4 sessions.\n");
    aged(home, "Soon, and longer", 26.5, 2);
    aged(home, "New", 15.5, 5);
    const { stdout } = await chatexport(home, "doctor", "--out", "kept");
    expect(stdout).toMatch(/ 0000a001 {2}archived {9}shop {2}Overdue\n/);
    expect(stdout).toMatch(/ 0000a002 {2}archived, older {2}shop {2}Soon, and longer\n/);
    expect(stdout).toMatch(/ 0000a005 {2}not archived {5}shop {2}New\n/);
    expect(stdout).toContain(
      "! kept has 3 of 5 sessions up to date, 1 older, and lacks 1.\n    → chatexport export --out kept --to jsonl\n",
    );
    const { stdout: json } = await chatexport(home, "doctor", "--out", "kept", "--json");
    expectValid("doctor", JSON.parse(json));
    expect(JSON.parse(json)).toMatchObject({
      deletion: {
        overdue: 1,
        within7Days: 2,
        within30Days: 5,
        next: [{ archive: "current" }, { archive: "older" }, { archive: "none" }, {}, {}],
      },
      archive: { found: true, counts: { current: 3, older: 1, none: 1 }, sinks: ["jsonl"] },
    });
  });

  it("is said to be unknown to an archive that cannot be read", async () => {
    const home = agedHome();
    mkdirSync(join(home, "kept/.chatexport/manifest.jsonl"), { recursive: true });
    writeFileSync(join(home, "kept/.chatexport/journal.jsonl"), "");
    const { exitCode, stdout } = await chatexport(home, "doctor", "--out", "kept");
    expect(stdout).toContain("  ✗ kept cannot be read: it is a folder");
    expect(exitCode).toBe(1);
  });

  it("is what the settings say", async () => {
    const home = agedHome();
    settings(home, { cleanupPeriodDays: 365 });
    const { stdout } = await chatexport(home, "doctor");
    expect(stdout).toContain(
      "✓ ~/.claude: sessions unchanged for 365 days are deleted (~/.claude/settings.json).\n",
    );
    expect(stdout).toContain("✓ No session will be deleted within 30 days.\n");
    expect(stdout).not.toContain("keeps sessions longer");
  });

  it("is what the local settings say where they are shorter, for they may hold for all", async () => {
    const home = agedHome();
    settings(home, { cleanupPeriodDays: 365 });
    settings(home, { cleanupPeriodDays: 7 }, "settings.local.json");
    const { stdout } = await chatexport(home, "doctor");
    expect(stdout).toContain("for 7 days are deleted (~/.claude/settings.local.json).\n");
    expect(stdout).toContain("3650 in ~/.claude/settings.local.json keeps");
    settings(home, { cleanupPeriodDays: 3650 }, "settings.local.json");
    expect((await chatexport(home, "doctor")).stdout).toContain(
      "for 365 days are deleted (~/.claude/settings.json)",
    );
  });

  it.each([
    [{ cleanupPeriodDays: 0 }, "cleanupPeriodDays is 0: new versions refuse that"],
    [{ cleanupPeriodDays: "many" }, "cleanupPeriodDays is not a number of days there."],
    ["{", "The settings file cannot be read as JSON."],
  ])("is in doubt with %j", async (value, doubt) => {
    const home = agedHome();
    settings(home, value);
    const { stdout } = await chatexport(home, "doctor");
    expect(stdout).toMatch(/! ~\/\.claude: .* \(~\/\.claude\/settings\.json\)\.\n/);
    expect(stdout).toContain(`    ${doubt}`);
    const { deletion } = JSON.parse((await chatexport(home, "doctor", "--json")).stdout);
    // With 0 the time is not known; with a damaged file the tool's default may hold.
    const isZero = typeof value === "object" && value.cleanupPeriodDays === 0;
    expect(deletion.within30Days).toBe(isZero ? 0 : 4);
  });

  it("is not said of a home that may be a copy as if it were sure", async () => {
    const home = agedHome();
    const { stdout } = await chatexport(join(home, ".claude"), "doctor", "--home", home);
    expect(stdout).toContain(
      "  · Nothing, unless a tool runs in this folder; then:\n  ! ~: sessions",
    );
    expect(stdout).toContain(`→ chatexport export --out ./chat-export --home ${home}\n`);
    expect(stdout).not.toContain("keeps sessions longer");
  });
});
