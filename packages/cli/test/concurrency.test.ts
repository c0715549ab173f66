import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  bothSinks,
  busyHome,
  exportTo,
  lockContent,
  lockOf,
  startExport,
  treeOf,
  writeLock,
} from "./archives.js";
import { emptyFolder, writeTranscript } from "./binary.js";

const sessions = 30;

describe("several runs into one folder", () => {
  it.each([2, 4])("that are %d end well and leave what one would leave", async (count) => {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    await exportTo(join(folder, "reference"), home, ...bothSinks);
    const out = join(folder, "out");
    const runs = Array.from({ length: count }, () => startExport(out, home, ...bothSinks).ended);
    const outcomes = await Promise.all(runs);
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual(runs.map(() => 0));
    expect(outcomes.filter(({ stderr }) => stderr.includes("jsonl: 30 new"))).toHaveLength(1);
    expect(treeOf(out)).toEqual(treeOf(join(folder, "reference")));
  });

  it("write each what they were asked for", async () => {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    await exportTo(join(folder, "reference"), home, ...bothSinks);
    const out = join(folder, "out");
    const outcomes = await Promise.all(
      ["jsonl", "markdown"].map((sink) => startExport(out, home, "--to", sink).ended),
    );
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    // The index was made before the manifest knew of the other documents, or after.
    const { exitCode, stderr } = await exportTo(out, home, ...bothSinks);
    expect(stderr).toContain("Up to date: 30 sessions");
    expect(exitCode).toBe(0);
    expect(treeOf(out)).toEqual(treeOf(join(folder, "reference")));
  });

  it("wait for the one that is at work, and say so", async () => {
    const home = busyHome(sessions);
    const out = join(emptyFolder(), "out");
    const first = startExport(out, home, "--to", "jsonl");
    await lockOf(first, out);
    first.child.kill("SIGSTOP");
    const second = startExport(out, home, "--to", "markdown");
    await second.says(`Waiting for another export to this folder (process ${first.child.pid})`);
    expect(second.child.exitCode).toBeNull();
    first.child.kill("SIGCONT");
    const outcomes = await Promise.all([first.ended, second.ended]);
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(outcomes[1]?.stderr).toMatch(/^Exported 30 sessions/m);
  });

  it("do not hold up a rehearsal", async () => {
    const home = busyHome(1);
    const out = join(emptyFolder(), "out");
    writeLock(out, lockContent({ process: process.pid }));
    const { exitCode, stdout } = await exportTo(out, home, "--dry-run");
    expect(stdout).toContain("a new session");
    expect(exitCode).toBe(0);
  });
});

describe("a run that had to wait", () => {
  it("misses no session that began while it waited", async () => {
    const home = busyHome(2);
    const out = join(emptyFolder(), "out");
    writeLock(out, lockContent({ process: process.pid }));
    const slow = startExport(out, home);
    await slow.says("Waiting");
    slow.child.kill("SIGSTOP");
    rmSync(join(out, ".chatexport/lock"));
    writeTranscript(home, { id: "22222222-aaaa-4000-8000-000000000002" });
    await exportTo(out, home);
    slow.child.kill("SIGCONT");
    const { stderr } = await slow.ended;
    expect(stderr).not.toContain("no longer in the store");
    expect(readFileSync(join(out, ".chatexport/manifest.jsonl"), "utf8")).not.toContain("vanished");
  });
});
