import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  bothSinks,
  busyHome,
  exportTo,
  exportWords,
  lockContent,
  lockOf,
  run,
  startExport,
  treeOf,
  writeLock,
} from "./archives.js";
import { emptyFolder, homeWith } from "./binary.js";
import { terminal } from "./in-process.js";
import { writeHeldSink } from "./invented-plugins.js";

const session = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };

function places(): { home: string; out: string; lock: string } {
  const out = join(emptyFolder(), "out");
  return { home: homeWith(session), out, lock: join(out, ".chatexport/lock") };
}

describe("a lock that was left behind", () => {
  it("is taken over when its process is dead", async () => {
    const { home, out, lock } = places();
    const { pid } = spawnSync(process.execPath, ["--version"]);
    writeLock(out, lockContent({ process: pid }));
    const { exitCode, stderr } = await exportTo(out, home);
    expect(stderr).toContain("Exported 1 session");
    expect(stderr).not.toContain("Waiting");
    expect(exitCode).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });

  it.skipIf(process.platform === "win32")(
    "is taken over by a process that has the number of the dead one",
    async () => {
      const { home, out, lock } = places();
      writeLock(out, "");
      // As in a container that is started again: the shell writes its number and becomes the run.
      const content = lockContent({ process: 4321 }).replace("4321", () => "'$$'");
      const script = `printf '%s\\n' '${content}' > '${lock}'; exec "$@"`;
      const { ended } = run(["--from", "claude", "--home", home, "--out", out], {
        through: ["sh", "-c", script, "sh"],
      });
      const { exitCode, stderr } = await ended;
      expect(stderr).not.toContain("Waiting");
      expect(exitCode).toBe(0);
      expect(existsSync(lock)).toBe(false);
    },
  );

  it.each([
    [
      "on another machine",
      lockContent({ process: 1, host: "elsewhere" }),
      "process 1 on elsewhere",
    ],
    ["that is empty", "", "another process"],
    ["that is nonsense", "{]\u0000", "another process"],
  ])("%s is waited for until it is older than ten minutes", async (_, content, owner) => {
    const { home, out, lock } = places();
    writeLock(out, content);
    const { see, lines, ended } = terminal(dirname(out), exportWords(out, home), { columns: 200 });
    await see(/^Waiting for another export to this folder /m);
    expect(lines()).toContain(`Waiting for another export to this folder (${owner}) …`);
    expect(readFileSync(lock, "utf8")).toBe(content);
    const elevenMinutesAgo = Date.now() / 1000 - 11 * 60;
    utimesSync(lock, elevenMinutesAgo, elevenMinutesAgo);
    expect(await ended).toBe(0);
    expect(lines().join(" ")).toContain("Exported 1 session");
    expect(existsSync(lock)).toBe(false);
  });

  it("as a link that leads nowhere does not keep a run busy for ever", async () => {
    const { home, out, lock } = places();
    mkdirSync(join(out, ".chatexport"), { recursive: true });
    symlinkSync(join(out, "nowhere"), lock);
    expect(await startExport(out, home).ended).toMatchObject({ exitCode: 0 });
    expect(existsSync(lock)).toBe(false);
  });
});

describe("a run that waits", () => {
  it("ends with 130 at Ctrl-C and leaves the lock of the other", async () => {
    const { home, out, lock } = places();
    const content = lockContent({ process: process.pid });
    writeLock(out, content);
    const { child, says, ended } = startExport(out, home);
    await says("Waiting");
    child.kill("SIGINT");
    const { exitCode, stderr } = await ended;
    expect(stderr).toContain("Interrupted.");
    expect(exitCode).toBe(130);
    expect(readFileSync(lock, "utf8")).toBe(content);
    expect(treeOf(out)).toEqual({ ".chatexport": "(folder)", ".chatexport/lock": content });
  });
});

describe("the lock", () => {
  it("is gone after a success", async () => {
    const { home, out, lock } = places();
    expect(await exportTo(out, home)).toMatchObject({ exitCode: 0 });
    expect(existsSync(lock)).toBe(false);
  });

  it("is gone after a failure", async () => {
    const { home, out, lock } = places();
    mkdirSync(join(out, "claude"), { recursive: true });
    writeFileSync(join(out, "claude/shop"), "in the way");
    expect(await exportTo(out, home)).toMatchObject({ exitCode: 1 });
    expect(existsSync(lock)).toBe(false);
  });

  it("is gone when the archive cannot be opened", async () => {
    const { home, out, lock } = places();
    mkdirSync(join(out, ".chatexport/manifest.jsonl"), { recursive: true });
    expect(await exportTo(out, home)).toMatchObject({ exitCode: 1 });
    expect(existsSync(lock)).toBe(false);
  });

  it("is gone after Ctrl-C, and the next run ends the work", async () => {
    const home = busyHome(20);
    const folder = emptyFolder();
    const out = join(folder, "out");
    const held = join(folder, "held");
    writeFileSync(held, "");
    const words = [...bothSinks, "--to", writeHeldSink(folder)];
    const started = startExport(out, home, ...words);
    await lockOf(started, out);
    started.child.kill("SIGINT");
    const { exitCode, stderr } = await started.ended;
    expect(stderr).toMatch(/^Interrupted: exported /);
    expect(exitCode).toBe(130);
    const unfinished = /\.chatexport\/(?:lock.*|journal\.jsonl|.*\.tmp)$/;
    expect(Object.keys(treeOf(out)).filter((path) => unfinished.test(path))).toEqual([]);
    rmSync(held);
    expect(await exportTo(out, home, ...words)).toMatchObject({ exitCode: 0 });
    await exportTo(join(folder, "reference"), home, ...words);
    expect(treeOf(out)).toEqual(treeOf(join(folder, "reference")));
  });
});
