import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  bothSinks,
  busyHome,
  idOf,
  type Running,
  run,
  treeOf,
  writeBusySession,
} from "./archives.js";
import { documentsIn, emptyFolder, exampleHome, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";
import { endlessSourceModule, writeFiles, writeHeldSink } from "./invented-plugins.js";

/** All that a run leaves behind and says. */
interface Left {
  tree: Record<string, string>;
  stdout: string;
  stderr: string;
  report: unknown;
  exitCode: number | null;
}

/** Exports to the folder `out` in a folder, in so many threads. */
async function exportIn(folder: string, jobs: number, ...words: string[]): Promise<Left> {
  const all = ["--out", "out", "--report", "report.json", "--jobs", String(jobs), ...words];
  // One thread needs no process of its own.
  const outcome =
    jobs === 1 ? await chatexport(folder, ...all) : await run(all, { cwd: folder }).ended;
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  // What is not the same each time: where a recursion has come to the end of the stack, and how far a
  // run was after so many seconds.
  const stderr = outcome.stderr.replace(/^(?: +at |\d+ of \d+ sessions, ).*\n/gm, "");
  return { ...outcome, stderr, tree: treeOf(join(folder, "out")), report };
}

/** The folders that one thread and two leave, each of which goes on in a folder of its own. */
async function expectTheSame(folders: readonly string[], ...words: string[]): Promise<Left> {
  const [one = "", other = ""] = folders;
  const [alone, together] = [
    await exportIn(one, 1, "--verbose", ...words),
    await exportIn(other, 2, "--verbose", ...words),
  ];
  expect(together).toEqual(alone);
  return together;
}

const allSinks = [...bothSinks, "--to", "html"];

/** The example, where some stores and files are broken and secrets stand in several sessions. */
function brokenHome(): string {
  const home = emptyFolder();
  cpSync(exampleHome, home, { recursive: true });
  for (const path of [
    ".cursor/ai-tracking/ai-code-tracking.db",
    ".config/Cursor/User/workspaceStorage/0123456789abcdef0123456789abcdef/state.vscdb",
  ]) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), "no database");
  }
  const secrets = [1, 2].map((at) => `gh${"p"}_${at}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R`);
  busyHome(8, home);
  for (const [index, secret] of [...secrets, ...secrets].entries())
    writeBusySession(home, index, `Session ${index}`, `The token is ${secret}`);
  writeTranscript(home, { id: "titled", title: `About ${secrets[0]?.slice(0, 24)}…` });
  writeTranscript(home, { id: "malformed", lines: ["{", "null", '{"type":"invented"}'] });
  writeFiles(home, { "notes.mjs": endlessSourceModule("notes") });
  return home;
}

describe("an export in several threads", () => {
  it("leaves and says what one thread would", async () => {
    const home = brokenHome();
    const folders = [emptyFolder(), emptyFolder()];
    // Files, databases, and a plugin.
    const from = ["claude", "cursor", join(home, "notes.mjs")].flatMap((name) => ["--from", name]);
    const words = ["--home", home, ...from, ...allSinks];
    const { stderr, exitCode } = await expectTheSame(folders, ...words);
    expect(stderr).toMatch(/error: .* \[session-failed\]/);
    expect(stderr).toMatch(/^Masked 2 secrets of \d kinds? in \d sessions? \(/m);
    expect(exitCode).toBe(1);

    // Edited, in the way, renamed, cut off, gone.
    for (const folder of folders) {
      const [edited = "", removed = ""] = documentsIn(join(folder, "out")).filter((path) =>
        path.endsWith(".md"),
      );
      appendFileSync(join(folder, "out", edited), "A note.\n");
      rmSync(join(folder, "out", removed));
      mkdirSync(join(folder, "out", removed));
    }
    for (const index of [0, 1, 2]) writeBusySession(home, index, `Renamed ${index}`, "More");
    for (const index of [3, 4])
      writeTranscript(home, {
        id: idOf(index),
        cwd: `/home/mira/${["shop", "blog", "notes"][index % 3]}`,
      });
    rmSync(join(home, `.claude/projects/-home-mira-notes/${idOf(5)}.jsonl`));
    const rehearsal = await expectTheSame(folders, "--dry-run", ...words);
    expect(rehearsal.stdout).toMatch(/^renamed /m);
    const again = await expectTheSame(folders, ...words);
    expect(again.stderr).toContain("session-shrunk");
    await expectTheSame(folders, "--force", ...words);
  });

  it.each([
    ["--redact-paths", "--option", "markdown.layout=folder"],
    ["--no-redact", "--no-reasoning", "--no-subagents", "--detail", "full"],
  ])("leaves and says the same with %j", async (...words) => {
    const from = ["--home", brokenHome(), "--from", "claude"];
    await expectTheSame([emptyFolder(), emptyFolder()], ...from, ...allSinks, ...words);
  });

  it("reads an archive back", async () => {
    const folder = emptyFolder();
    await exportIn(folder, 1, "--home", brokenHome(), "--to", "jsonl");
    const from = ["--from", "jsonl", "--root", join(folder, "out"), "--to", "markdown"];
    const { stderr } = await expectTheSame([emptyFolder(), emptyFolder()], ...from);
    expect(stderr).toMatch(/^Exported \d\d sessions/m);
  });

  it("reads what comes through a pipe, which only one thread can", async () => {
    const folder = emptyFolder();
    await exportIn(folder, 1, "--home", busyHome(3), "--to", "jsonl");
    const [one = "", ...others] = documentsIn(join(folder, "out"));
    const input = [one, ...others].map((path) => `'out/${path}'`).join(" ");
    const command = `cat ${input} | "$@" --from jsonl --root - --to markdown --out back --jobs 2`;
    const piped = run([], { cwd: folder, through: ["/bin/sh", "-c", command, "sh"] });
    expect((await piped.ended).stderr).toContain("Exported 3 sessions");
  });

  it("passes over sessions that take more memory than there is, and ends with 1", async () => {
    const home = busyHome(6);
    const many = `[${Array(20_000).fill("{}").join()}]`;
    const lines = Array.from(
      { length: 200 },
      (_, at) =>
        `{"type":"assistant","uuid":"l${at}","parentUuid":"u1","message":{"role":"assistant","id":"l${at}","content":[{"type":"tool_use","id":"t${at}","name":"Bash","input":{"many":${many}}}]}}`,
    );
    writeTranscript(home, { id: "large", lines, startedAt: "2026-03-31T10:00:00.000Z" });
    const folder = emptyFolder();
    const words = ["--home", home, "--from", "claude", ...bothSinks, "--out", "out", "--jobs", "2"];
    const env = { NODE_OPTIONS: "--max-old-space-size=70" };
    const { stderr, exitCode } = await run(words, { cwd: folder, env }).ended;
    expect(stderr).toContain("Exported 6 of 7 sessions");
    expect(stderr).toContain(
      "error: The session large could not be loaded: it takes more memory than there is",
    );
    expect(exitCode).toBe(1);
    expect(documentsIn(join(folder, "out"))).toHaveLength(12 + 2);
    expect(ownFilesIn(folder)).toEqual(["indexes.jsonl", "manifest.jsonl"]);
  });
});

describe("an export in several threads that is interrupted", () => {
  const sessions = 20;

  /** Starts an export that does not end, with a folder of its own for temporary files. */
  async function started(): Promise<{ running: Running; folder: string; words: string[] }> {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    mkdirSync(join(folder, "tmp"));
    writeFileSync(join(folder, "held"), "");
    const words = ["--home", home, "--from", "claude", "--to", writeHeldSink(folder)];
    const env = { TMPDIR: join(folder, "tmp") };
    const running = run([...words, "--jobs", "2", "--out", "out"], { cwd: folder, env });
    await expect.poll(() => existing(folder), { interval: 10 }).toBe(true);
    return { running, folder, words };
  }

  it("leaves whole documents only, says how many, and goes on later", async () => {
    const { running, folder, words } = await started();
    running.child.kill("SIGINT");
    const { stderr, exitCode } = await running.ended;
    const [, count] = /Interrupted: exported (\d+) of 20 sessions /.exec(stderr) ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThan(sessions);
    expect(exitCode).toBe(130);
    expect(documentsIn(join(folder, "out"))).toHaveLength(Number(count));
    expect(ownFilesIn(folder)).toEqual(["manifest.jsonl"]);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);

    rmSync(join(folder, "held"));
    const again = await exportIn(folder, 1, ...words);
    expect(again.stderr).toContain(`${sessions - Number(count)} new, ${count} unchanged`);
    expect(again.exitCode).toBe(0);
  });

  it.each(["SIGINT", "SIGKILL"] as const)(
    "leaves what the next one repairs: %s at once",
    async (signal) => {
      const { running, folder, words } = await started();
      running.child.kill("SIGINT");
      running.child.kill(signal);
      await running.ended;
      if (signal === "SIGINT") expect(readdirSync(join(folder, "tmp"))).toEqual([]);
      rmSync(join(folder, "held"));
      const again = await exportIn(folder, 1, ...words);
      const reference = await exportIn(emptyFolder(), 1, ...words);
      expect(again.tree).toEqual(reference.tree);
    },
  );
});

function existing(folder: string): boolean {
  try {
    return documentsIn(join(folder, "out")).length > 0;
  } catch {
    // Not yet, or a file went while it was looked at.
    return false;
  }
}

function ownFilesIn(folder: string): string[] {
  return readdirSync(join(folder, "out/.chatexport"));
}
