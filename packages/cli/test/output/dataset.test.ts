import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { busyHome, treeOf, writeBusySession } from "../archives.js";
import { chatexport, terminal } from "../in-process.js";
import { kill, statesWhenKilled } from "../killed.js";
import { host, mail, password, privateHome } from "./private-home.js";

const options = ["--option", "dataset.split=time", "--option", "dataset.test=40"];

function toDataset(home: string, ...words: string[]) {
  return chatexport(home, "--from", "claude", "--to", "dataset", "-o", "set", ...options, ...words);
}

/** The files of a data set, without what the program keeps for itself. */
function filesIn(home: string): Record<string, string> {
  const folder = join(home, "set");
  const tree = existsSync(folder) ? Object.entries(treeOf(folder)) : [];
  return Object.fromEntries(tree.filter(([name]) => !name.startsWith(".")));
}

test("a data set is written, then only when something is another", async () => {
  const home = busyHome(5);
  const first = await toDataset(home);
  expect(first.stderr).toContain("Exported 5 sessions and 1 sub-agent to set");
  const before = filesIn(home);
  expect(Object.keys(before).sort()).toEqual([
    "README.md",
    "data",
    "data/test.jsonl",
    "data/train.jsonl",
    "manifest.json",
  ]);
  expect((await toDataset(home)).stderr).toContain("Up to date: 5 sessions");
  expect(filesIn(home)).toEqual(before);

  writeBusySession(home, 1, "Another title");
  const dryRun = await toDataset(home, "--dry-run");
  expect(dryRun.stderr).toContain("  dataset: 1 changed, 4 unchanged\n");
  expect(filesIn(home)).toEqual(before);
  const calls = await toDataset(home, "--option", "dataset.calls=99");
  expect(calls.stderr).toContain("Exported 0 of 5 sessions to set");
  expect(calls.stderr).toContain("dataset leaves out 5 sessions: 5 with fewer calls.");
});

test("what would be lost is told, with what to do", async () => {
  const home = busyHome(2);
  await toDataset(home);
  const { stderr, exitCode } = await toDataset(home, "--session", "latest");
  expect(stderr).toContain("1 session of the data set in");
  expect(stderr).toContain("name another folder, or add --force");
  expect(exitCode).toBe(1);
});

test("with --strict, nothing is written that nobody has decided about", async () => {
  const home = privateHome();
  const refused = await toDataset(home, "--strict");
  expect(refused.stderr).toContain(
    "error: --strict: 2 texts in 1 session may be private, and nobody has decided about them; nothing was written. chatexport share 10000000-2222-4333-8444-555555555555 asks, and remembers the answers.",
  );
  expect(refused.exitCode).toBe(1);
  expect(existsSync(join(home, "set/manifest.json"))).toBe(false);
  const bare = await toDataset(home, "--strict", "--no-redact");
  expect(bare.stderr).toContain("error: --strict writes no data set with secrets");
  const warned = await toDataset(home);
  expect(warned.stderr).toContain("warning: 2 texts in 1 session may be private");
  expect(readFileSync(join(home, "set/README.md"), "utf8")).toContain("decided about: 2.");

  const review = terminal(home, ["share", "10000000"], { columns: 100, rows: 40 });
  await review.see(/1 of 2 {2}e-mail address/);
  review.type("\r");
  await review.see(/2 of 2 {2}internal host/);
  review.type("\u001b[B\r");
  await review.see(/All is decided/);
  review.type("\r");
  expect(await review.ended).toBe(0);
  expect((await toDataset(home, "--strict")).exitCode).toBe(0);
  const lines = readFileSync(join(home, "set/data/train.jsonl"), "utf8");
  expect(lines).toContain(host);
  for (const text of [mail, password]) expect(lines).not.toContain(text);
});

test("private texts of two tools that gave a session the same id are counted for both", async () => {
  const home = privateHome();
  await chatexport(home, "--from", "claude", "--to", "jsonl", "-o", "archive");
  const tree = Object.entries(treeOf(join(home, "archive")));
  const [, text = ""] = tree.find(([name]) => /^[^.].*\.jsonl$/.test(name)) ?? [];
  const other = text
    .replaceAll('"source":"claude"', '"source":"codex"')
    .replaceAll("Deploy", "Publish");
  writeFileSync(join(home, "archive/other.jsonl"), other);
  const words = ["--from", "jsonl", "--root", "archive", "--to", "dataset", "-o", "set"];
  const { stderr } = await chatexport(home, ...words);
  expect(stderr).toContain("Exported 2 sessions");
  expect(stderr).toContain("4 texts in 2 sessions may be private");
});

test.each(["the first run", "a later run"])(
  "%s that was killed is made good by the next",
  async (run) => {
    const home = busyHome(5);
    const kept = join(home, "kept");
    if (run === "a later run") {
      await toDataset(home);
      cpSync(join(home, "set"), kept, { recursive: true });
      for (const index of [0, 4]) writeBusySession(home, index, `Renamed ${index}`, "One more.");
    }
    const before = filesIn(home);
    await toDataset(home);
    const after = filesIn(home);
    const restore = (state: string) => {
      rmSync(join(home, "set"), { recursive: true });
      if (existsSync(state)) cpSync(state, join(home, "set"), { recursive: true });
    };
    restore(kept);
    const words = ["--from", "claude", "--to", "dataset", "-o", "set", ...options];
    const states = statesWhenKilled(home, "set", ...words);
    for (const [index, state] of states.entries()) {
      restore(state);
      const left = filesIn(home);
      for (const [name, content] of Object.entries(left))
        if (name !== "manifest.json") expect([before[name], after[name]], name).toContain(content);
      if (index === 2) {
        restore(kept);
        kill(index + 1, home, ...words);
        expect(filesIn(home)).toEqual(left);
      }
      const { stderr, exitCode } = await toDataset(home);
      expect([stderr.includes("edited"), exitCode]).toEqual([false, 0]);
      expect(filesIn(home)).toEqual(after);
    }
    expect(states.length).toBeGreaterThan(3);
  },
);
