import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { numbersFrom } from "../../../tests/faults/random.js";
import {
  bothSinks,
  busyHome,
  exportTo,
  idOf,
  lockOf,
  startExport,
  treeOf,
  visibleOf,
  writeBusySession,
} from "./archives.js";
import { emptyFolder, writeTranscript } from "./binary.js";

type Tree = Record<string, string>;

const sessions = 40;
const seed = Number(process.env.CRASH_SEED ?? Date.now());
const again = `run again with CRASH_SEED=${seed}`;

describe("a run that is killed", () => {
  it("leaves whole files, and the next run ends its work", async () => {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    const reference = join(folder, "reference");
    const duration = await writingTime(reference, home);
    const complete = treeOf(reference);
    const random = numbersFrom(seed);

    const chain = async (name: string) => {
      const out = join(folder, name);
      for (let attempt = 1; attempt <= 4; attempt++) {
        // What is left to do becomes less each time.
        await killedExport(out, home, (random() * duration) / attempt);
        expectWhole(treeOf(out), [complete]);
      }
      expect(await exportTo(out, home, ...bothSinks)).toMatchObject({ exitCode: 0 });
      expect(treeOf(out), again).toEqual(complete);
    };
    for (const names of [["a", "b"], ["c", "d"], ["e"]]) await Promise.all(names.map(chain));
  });

  it("leaves no file under an old name when sessions were changed and renamed", async () => {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    const reference = join(folder, "reference");
    await exportTo(reference, home, ...bothSinks);
    const before = treeOf(reference);
    const copies = ["a", "b"].map((name) => join(folder, name));
    for (const copy of copies) cpSync(reference, copy, { recursive: true });

    for (let index = 0; index < sessions; index += 2)
      writeBusySession(home, index, `Renamed ${index}`, "And one thing more");
    // The tool has cut off what these began with, so that their documents stay beside new ones.
    for (const index of [3, 9])
      writeTranscript(home, { id: idOf(index), startedAt: "2026-08-01T10:00:00.000Z" });
    rmSync(join(home, `.claude/projects/-home-mira-blog/${idOf(1)}.jsonl`));
    const duration = await writingTime(reference, home);
    const after = treeOf(reference);
    const random = numbersFrom(seed);

    const chain = async (out: string) => {
      for (let attempt = 1; attempt <= 3; attempt++) {
        await killedExport(out, home, (random() * duration) / attempt);
        expectWhole(treeOf(out), [before, after]);
      }
      expect(await exportTo(out, home, ...bothSinks)).toMatchObject({ exitCode: 0 });
      expect(treeOf(out), again).toEqual(after);
    };
    await Promise.all(copies.map(chain));
    const paths = Object.keys(after).filter((path) => /\.(?:md|jsonl)$/.test(path));
    expect(paths.filter((path) => path.includes("renamed"))).toHaveLength(sessions);
    expect(paths.filter((path) => path.endsWith("-2.md"))).toHaveLength(2);
  });
});

describe("a session that changes after a run was killed", () => {
  /** An archive as a run leaves it that is killed after it announced everything. */
  async function announced(): Promise<{ home: string; out: string; tree: Tree }> {
    const home = busyHome(1);
    const out = join(emptyFolder(), "out");
    await exportTo(out, home, ...bothSinks);
    const tree = treeOf(out);
    const own = join(out, ".chatexport");
    for (const name of ["manifest.jsonl", "indexes.jsonl"]) {
      appendFileSync(join(own, "journal.jsonl"), readFileSync(join(own, name)));
      rmSync(join(own, name));
    }
    return { home, out, tree };
  }

  async function undisturbed(home: string): Promise<Tree> {
    const out = join(emptyFolder(), "out");
    await exportTo(out, home, ...bothSinks);
    return treeOf(out);
  }

  it("has its documents under the new name only", async () => {
    const { home, out } = await announced();
    writeBusySession(home, 0, "Another title");
    await exportTo(out, home, ...bothSinks);
    expect(treeOf(out)).toEqual(await undisturbed(home));
  });

  it("leaves no image of a document that did not come to be", async () => {
    const { home, out, tree } = await announced();
    const documents = Object.keys(tree).filter((path) => /^claude.*\.(?:md|jsonl)$/.test(path));
    for (const path of documents) rmSync(join(out, path));
    writeBusySession(home, 0, "Another title");
    await exportTo(out, home, ...bothSinks);
    expect(treeOf(out)).toEqual(await undisturbed(home));
  });

  it("leaves no empty folder of images", async () => {
    const home = busyHome(1);
    const out = join(emptyFolder(), "out");
    await exportTo(out, home, ...bothSinks);
    const before = readFileSync(join(out, ".chatexport/manifest.jsonl"));
    const images = Object.keys(treeOf(out)).find((path) => path.endsWith(".files")) ?? "";
    writeBusySession(home, 0, "Another title");
    await exportTo(out, home, ...bothSinks);
    const tree = treeOf(out);

    // As if the run had ended between removing the image and removing its folder.
    const own = join(out, ".chatexport");
    writeFileSync(join(own, "journal.jsonl"), readFileSync(join(own, "manifest.jsonl")));
    writeFileSync(join(own, "manifest.jsonl"), before);
    mkdirSync(join(out, images));
    await exportTo(out, home, ...bothSinks);
    expect(treeOf(out)).toEqual(tree);
  });

  it("is exported even when the journal ends in the middle of a line", async () => {
    const { home, out, tree } = await announced();
    const journal = join(out, ".chatexport/journal.jsonl");
    writeFileSync(journal, readFileSync(journal).subarray(0, -100));
    await exportTo(out, home, ...bothSinks);
    expect(treeOf(out)).toEqual(tree);
  });
});

/** Exports undisturbed; resolves to the milliseconds from the lock to the end. */
async function writingTime(out: string, home: string): Promise<number> {
  const running = startExport(out, home, ...bothSinks);
  await lockOf(running, out);
  const started = performance.now();
  expect(await running.ended).toMatchObject({ exitCode: 0 });
  return performance.now() - started;
}

/** Exports until so many milliseconds after the run has taken the lock. */
async function killedExport(out: string, home: string, after: number): Promise<void> {
  const running = startExport(out, home, ...bothSinks);
  await lockOf(running, out);
  await setTimeout(after);
  running.child.kill("SIGKILL");
  await running.ended;
}

/** Every file that has a name is complete: as before the run, or as after it. */
function expectWhole(tree: Tree, complete: readonly Tree[]): void {
  const broken = Object.entries(visibleOf(tree)).filter(
    ([path, content]) => !complete.some((one) => one[path] === content),
  );
  expect(
    broken.map(([path]) => path),
    again,
  ).toEqual([]);
}
