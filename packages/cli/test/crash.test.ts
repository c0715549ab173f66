import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Random, randomFrom } from "../../../tests/faults/random.js";
import {
  bothSinks,
  busyHome,
  exportTo,
  exportWords,
  idOf,
  treeOf,
  visibleOf,
  writeBusySession,
} from "./archives.js";
import { emptyFolder, writeTranscript } from "./binary.js";
import { changesOf, kill, leaveAsKilled } from "./killed.js";

type Tree = Record<string, string>;

const sessions = 16;

describe("a run that is killed", () => {
  it("leaves whole files, and the next run ends its work", async () => {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    const reference = join(folder, "reference");
    const all = await changesOf(() => exportTo(reference, home, ...bothSinks));
    const complete = treeOf(reference);
    const random = randomFrom(1);

    for (const name of ["a", "b", "c", "d"]) {
      const out = join(folder, name);
      await killedAgain(out, home, random, all, [complete]);
      expect(await exportTo(out, home, ...bothSinks)).toMatchObject({ exitCode: 0 });
      expect(treeOf(out)).toEqual(complete);
    }
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
    const all = await changesOf(() => exportTo(reference, home, ...bothSinks));
    const after = treeOf(reference);
    const random = randomFrom(1);

    for (const out of copies) {
      await killedAgain(out, home, random, all, [before, after]);
      expect(await exportTo(out, home, ...bothSinks)).toMatchObject({ exitCode: 0 });
      expect(treeOf(out)).toEqual(after);
    }
    const paths = Object.keys(after).filter((path) => /\.(?:md|jsonl)$/.test(path));
    expect(paths.filter((path) => path.includes("renamed"))).toHaveLength(sessions);
    expect(paths.filter((path) => path.endsWith("-2.md"))).toHaveLength(2);
  });

  it("leaves its lock, which the next run takes over", async () => {
    const home = busyHome(sessions);
    const folder = emptyFolder();
    const out = join(folder, "out");
    kill(sessions, folder, ...exportWords(out, home, bothSinks));
    expect(existsSync(join(out, ".chatexport/lock"))).toBe(true);
    expect(await exportTo(out, home, ...bothSinks)).toMatchObject({ exitCode: 0 });
    const reference = join(folder, "reference");
    await exportTo(reference, home, ...bothSinks);
    expect(treeOf(out)).toEqual(treeOf(reference));
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

/** Exports a few times until a kill, at one of so many changes at most, and later at an earlier one. */
async function killedAgain(
  out: string,
  home: string,
  random: Random,
  all: number,
  complete: readonly Tree[],
): Promise<void> {
  for (let attempt = 1; attempt <= 4; attempt++) {
    const moment = 1 + random.below(all / attempt);
    await leaveAsKilled(out, moment, () => exportTo(out, home, ...bothSinks));
    expectWhole(treeOf(out), complete);
  }
}

/** Every file that has a name is complete: as before the run, or as after it. */
function expectWhole(tree: Tree, complete: readonly Tree[]): void {
  const broken = Object.entries(visibleOf(tree)).filter(
    ([path, content]) => !complete.some((one) => one[path] === content),
  );
  expect(broken.map(([path]) => path)).toEqual([]);
}
