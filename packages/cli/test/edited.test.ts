import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsIn, homeWith, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";
import { archiveOf, both, first, firstName, second } from "./small-archive.js";

describe("a file that somebody edited", () => {
  const note = "\nMy own note.\n";

  it("is left alone, also when its session goes on", async () => {
    const { home, out } = await archiveOf(first, second);
    const path = join(out, `${firstName}.md`);
    appendFileSync(path, note);
    const quiet = await chatexport(home, ...both);
    expect(quiet.stderr).toContain("  jsonl: 2 unchanged\n  markdown: 1 unchanged, 1 edited\n");
    expect(quiet.stderr).not.toContain("document-edited");

    writeTranscript(home, { ...first, title: "Last steps" });
    const { stderr, exitCode } = await chatexport(home, ...both);
    expect(stderr).toMatch(/warning: .*--force.* \[document-edited\]\n {2}at out\/.*first-steps/);
    expect(readFileSync(path, "utf8")).toMatch(/My own note\.\n$/);
    expect(exitCode).toBe(0);
  });

  it("is noticed when its length is the same", async () => {
    const { home, out } = await archiveOf(first);
    const path = join(out, `${firstName}.jsonl`);
    const edited = readFileSync(path, "utf8").replace("answer", "ANSWER");
    writeFileSync(path, edited);
    writeTranscript(home, { ...first, lines: ["{}"] });
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("  jsonl: 1 edited\n  markdown: 1 changed\n");
    expect(readFileSync(path, "utf8")).toBe(edited);
  });

  it("does not get another name, either", async () => {
    const { home, out } = await archiveOf(first);
    const path = join(out, `${firstName}.jsonl`);
    writeFileSync(path, readFileSync(path, "utf8").replace("answer", "ANSWER"));
    writeTranscript(home, { ...first, title: "Last steps" });
    await chatexport(home, ...both);
    expect(documentsIn(out)).toEqual([
      `${firstName}.jsonl`,
      "claude/shop/2026-01-31-1000-last-steps-11111111.md",
    ]);
    expect(readFileSync(path, "utf8")).toContain("ANSWER");
  });

  it("is written over with --force", async () => {
    const { home, out } = await archiveOf(first);
    const path = join(out, `${firstName}.md`);
    const before = readFileSync(path, "utf8");
    appendFileSync(path, note);
    await chatexport(home, ...both, "--force");
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("may have been there before the archive", async () => {
    const home = homeWith(first);
    const path = join(home, "out", `${firstName}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "mine");
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toContain("  jsonl: 1 new\n  markdown: 1 edited\n");
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  it("may be the index", async () => {
    const { home, out } = await archiveOf(first);
    writeFileSync(join(out, "index.md"), "# Mine\n");
    const quiet = await chatexport(home, ...both);
    expect(quiet.stderr).not.toContain("document-edited");
    writeTranscript(home, second);
    const { stderr } = await chatexport(home, ...both);
    expect(stderr).toMatch(/warning: .* \[document-edited\]\n {2}at out\/index\.md\n/);
    expect(readFileSync(join(out, "index.md"), "utf8")).toBe("# Mine\n");
  });
});

describe("a folder with an index of somebody else", () => {
  it("keeps it, and gets documents without an index", async () => {
    const home = homeWith(first);
    mkdirSync(join(home, "out"));
    writeFileSync(join(home, "out/index.md"), "# My vault\n");
    const { stderr, exitCode } = await chatexport(home, ...both);
    expect(readFileSync(join(home, "out/index.md"), "utf8")).toBe("# My vault\n");
    expect(documentsIn(join(home, "out"))).toHaveLength(2);
    expect(stderr).not.toContain("warning");
    expect(stderr).toContain("--verbose prints 1 note.");
    expect(exitCode).toBe(0);
  });
});
