import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "./archives.js";
import { documentsIn, emptyFolder, homeWith, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";

describe("export --watch", () => {
  it("writes what changes, comes, and comes back, until it is ended", async () => {
    const home = homeWith({ id: "11111111-aaaa-4000-8000-000000000001", title: "Lanterns" });
    const out = join(emptyFolder(), "out");
    const words = ["--home", home, "--from", "claude", "--watch", "--out", out];
    const running = run(words, { cwd: home });
    const texts = () => {
      try {
        return documentsIn(out)
          .map((path) => readFileSync(join(out, path), "utf8"))
          .join("\n");
      } catch {
        // A file went while it was looked at.
        return "";
      }
    };
    const soon = (text: string) => expect.poll(texts, { interval: 50 }).toContain(text);
    await soon("Lanterns");

    const other = "11111111-aaaa-4000-8000-000000000002";
    writeTranscript(home, { id: other, title: "Second thoughts" });
    await soon("Second thoughts");
    // In a folder that was not there, and as another file of the same name.
    writeTranscript(home, {
      id: "11111111-aaaa-4000-8000-000000000003",
      cwd: "/home/mira/new",
      title: "Third time",
    });
    await soon("Third time");
    rmSync(join(home, ".claude/projects/-home-mira-new"), { recursive: true });
    writeTranscript(home, {
      id: "11111111-aaaa-4000-8000-000000000004",
      cwd: "/home/mira/new",
      title: "Fourth wall",
    });
    await soon("Fourth wall");

    running.child.kill("SIGTERM");
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^Watching 1 place\. Ctrl-C ends it\.$/m);
    expect(stderr).toMatch(/^\d\d:\d\d:\d\d markdown: 1 new$/m);
  });

  it.each([
    [["--out", "-"], "--watch keeps a folder up to date"],
    [["--out", "page.html"], "--watch keeps a folder up to date"],
    [["--dry-run"], "--watch writes whatever changes, and --dry-run nothing: choose one."],
  ])("asks for a folder: %j", async (words, sentence) => {
    const { stderr, exitCode } = await chatexport(emptyFolder(), "--watch", ...words);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(2);
  });
});
