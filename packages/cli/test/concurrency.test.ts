import { readFileSync, rmSync, writeFileSync } from "node:fs";
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
import { writeHeldSink } from "./invented-plugins.js";

const sessions = 12;

describe("several runs into one folder", () => {
  it("end well and leave what one would leave", async () => {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    await exportTo(join(folder, "reference"), home, ...bothSinks);
    const out = join(folder, "out");
    const runs = Array.from({ length: 4 }, () => startExport(out, home, ...bothSinks).ended);
    const outcomes = await Promise.all(runs);
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual(runs.map(() => 0));
    expect(outcomes.filter(({ stderr }) => stderr.includes(`jsonl: ${sessions} new`))).toHaveLength(
      1,
    );
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
    expect(stderr).toContain(`Up to date: ${sessions} sessions`);
    expect(exitCode).toBe(0);
    expect(treeOf(out)).toEqual(treeOf(join(folder, "reference")));
  });

  it("wait for the one that is at work, and say so", async () => {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    const out = join(folder, "out");
    const held = join(folder, "held");
    writeFileSync(held, "");
    const first = startExport(out, home, "--jobs", "1", "--to", writeHeldSink(folder));
    await lockOf(first, out);
    const second = startExport(out, home, "--to", "markdown");
    await second.says(`Waiting for another export to this folder (process ${first.child.pid})`);
    expect(second.child.exitCode).toBeNull();
    rmSync(held);
    const outcomes = await Promise.all([first.ended, second.ended]);
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(outcomes[1]?.stderr).toContain(`\nExported ${sessions} sessions`);
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
    writeTranscript(home, { id: "22222222-aaaa-4000-8000-000000000002" });
    // Runs in this process, whose lock it takes over.
    await exportTo(out, home);
    const { stderr } = await slow.ended;
    expect(stderr).not.toContain("no longer in the store");
    expect(readFileSync(join(out, ".chatexport/manifest.jsonl"), "utf8")).not.toContain("vanished");
  });
});
