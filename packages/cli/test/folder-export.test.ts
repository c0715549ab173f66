import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { busyHome, exportTo, treeOf, visibleOf, writeBusySession } from "./archives.js";
import { documentsIn, emptyFolder } from "./binary.js";
import { makeOld, stateOf, writtenIn } from "./small-archive.js";

const asFiles = ["--to", "jsonl", "--to", "markdown"];
const asFolders = [...asFiles, "--option", "markdown.layout=folder"];

// The first session has an image and a sub-agent, the second one neither.
const name = "claude/shop/2026-01-15-1000-session-0-00000000";
const otherName = "claude/blog/2026-02-15-1000-session-1-00000001";
const page = `${name}/look-around-ta000000.md`;
const image = `${name}/files/711e3445f25dcf76.png`;
const other = [`${otherName}.jsonl`, `${otherName}/index.md`];

let home: string;
let out: string;

beforeEach(() => {
  home = busyHome(2);
  out = join(emptyFolder(), "out");
});

function read(path: string): string {
  return readFileSync(join(out, path), "utf8");
}

async function treeAfter(...words: string[]): Promise<Record<string, string>> {
  const fresh = join(emptyFolder(), "out");
  await exportTo(fresh, home, ...words);
  return treeOf(fresh);
}

describe("a folder for each session", () => {
  it("has the document, its files and a page for each sub-agent", async () => {
    const { stderr, exitCode } = await exportTo(out, home, ...asFolders);
    expect(documentsIn(out)).toEqual([...other, `${name}.jsonl`, image, `${name}/index.md`, page]);
    expect(read(`${name}/index.md`)).toContain("](look-around-ta000000.md)");
    expect(read(page)).toContain("> Sub-agent of [Session 0](index.md)\n");
    expect(read("index.md")).toContain(`[Session 0](${name}/index.md)`);
    expect(stderr).toContain("  markdown: 2 new\n");
    expect(exitCode).toBe(0);
  });

  it("has the same bytes each time, and is not touched while nothing changes", async () => {
    await exportTo(out, home, ...asFolders);
    expect(treeOf(out)).toEqual(await treeAfter(...asFolders));
    makeOld(out);
    const before = stateOf(out);
    const { stderr } = await exportTo(out, home, ...asFolders);
    expect(stderr).toContain("  markdown: 2 unchanged\n");
    expect(stateOf(out)).toEqual(before);
  });

  it("is renamed with the title, and nothing is left of the old one", async () => {
    await exportTo(out, home, ...asFolders);
    writeBusySession(home, 0, "Another title");
    const { stderr } = await exportTo(out, home, ...asFolders);
    expect(stderr).toContain("  markdown: 1 renamed, 1 unchanged\n");
    expect(Object.keys(treeOf(out))).not.toContain(name);
    expect(treeOf(out)).toEqual(await treeAfter(...asFolders));
  });

  it("changes in the files that change", async () => {
    await exportTo(out, home, ...asFolders);
    makeOld(out);
    writeBusySession(home, 0, "Session 0", "And one thing more");
    await exportTo(out, home, ...asFolders);
    const written = writtenIn(out).filter((path) => path.startsWith("claude/"));
    expect(written).toContain(`${name}/index.md`);
    expect(written).not.toContain(page);
    expect(treeOf(out)).toEqual(await treeAfter(...asFolders));
  });

  it("loses the page of a sub-agent that is gone, when that is what the user wants", async () => {
    await exportTo(out, home, ...asFolders);
    const before = treeOf(out);
    const id = "11111111-1111-4111-8111-111100000000";
    rmSync(join(home, ".claude/projects/-home-mira-shop", id), { recursive: true });
    const { stderr } = await exportTo(out, home, ...asFolders);
    expect(stderr).toContain("session-shrunk");
    expect(read(page)).toBe(before[page]);
    await exportTo(out, home, ...asFolders, "--force");
    expect(documentsIn(out)).toEqual([...other, `${name}.jsonl`, image, `${name}/index.md`]);
  });

  it.each([`${name}/index.md`, page])("is left alone where somebody edited %s", async (path) => {
    await exportTo(out, home, ...asFolders);
    appendFileSync(join(out, path), "\nMy own note.\n");
    const quiet = await exportTo(out, home, ...asFolders);
    expect(quiet.stderr).toContain("  markdown: 1 unchanged, 1 edited\n");
    expect(quiet.stderr).not.toContain("document-edited");

    const before = visibleOf(treeOf(join(out, name)));
    writeBusySession(home, 0, "Another title", "And one thing more");
    const { stderr, exitCode } = await exportTo(out, home, ...asFolders);
    expect(stderr).toMatch(/warning: .* \[document-edited\]\n {2}at /);
    expect(stderr).toContain(`${path}\n`);
    expect(visibleOf(treeOf(join(out, name)))).toEqual(before);
    expect(exitCode).toBe(0);
  });

  it("becomes files and folders again with the option", async () => {
    const files = await treeAfter(...asFiles);
    const folders = await treeAfter(...asFolders);
    for (const [words, tree] of [
      [asFiles, files],
      [asFolders, folders],
      [asFiles, files],
    ] as const) {
      const { exitCode } = await exportTo(out, home, ...words);
      expect(treeOf(out)).toEqual(tree);
      expect(exitCode).toBe(0);
    }
  });

  it("is one document where the place is one file", async () => {
    const words = ["--to", "markdown", "--session", "00000000"];
    const layout = ["--option", "markdown.layout=folder"];
    const plain = await exportTo("-", home, ...words);
    const asked = await exportTo("-", home, ...words, ...layout);
    expect(asked).toEqual(plain);
    expect(plain.stdout).toContain("# Session 0\n");

    const file = `${out}.md`;
    await exportTo(file, home, ...words);
    const before = readFileSync(file, "utf8");
    await exportTo(file, home, ...words, ...layout);
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});
