import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsIn, emptyFolder, filesIn, homeWith, start, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";

const first = { id: "11111111-aaaa-4000-8000-000000000001", title: "First steps" };
const second = {
  id: "22222222-bbbb-4000-8000-000000000002",
  title: "Second thoughts",
  cwd: "/home/mira/blog",
  startedAt: "2026-02-10T10:00:00.000Z",
};
const firstName = "claude/shop/2026-01-31-1000-first-steps-11111111";
const secondName = "claude/blog/2026-02-10-1000-second-thoughts-22222222";

describe("chatexport export", () => {
  it("writes each session as Markdown into ./chat-export", async () => {
    const home = homeWith(first, second);
    const { exitCode, stdout, stderr } = await chatexport(home, "export");
    expect(documentsIn(join(home, "chat-export"))).toEqual([`${secondName}.md`, `${firstName}.md`]);
    expect(readFileSync(join(home, `chat-export/${firstName}.md`), "utf8")).toContain("The answer");
    expect(stderr).toBe(
      [
        "Exported 2 sessions to ./chat-export; none left out.\n",
        "markdown: long outputs cut, no reminders and hooks; --detail full keeps them.\n",
        "No secrets found; check these files before you share them.\n",
        "Read them: chat-export/index.md\n",
      ].join(""),
    );
    expect(stdout).toBe("");
    expect(exitCode).toBe(0);
    const pages = await chatexport(home, "--to", "html", "--out", "my pages");
    expect(pages.stderr).toContain("\nRead them: chatexport open 'my pages'\n");
  });

  it("refuses a folder among the files of a tool, unless it is an archive already", async () => {
    const home = homeWith(first);
    const inStore = async (...words: string[]) => {
      const out = join(home, ".claude/projects/kept");
      const { exitCode, stderr } = await chatexport(home, "--to", "jsonl", "--out", out, ...words);
      return `${exitCode} ${stderr}`;
    };
    expect(await inStore()).toMatch(
      /^2 error: --out \S+: Claude Code keeps its own files in \S+\.claude; choose another place\.\n$/,
    );
    expect(existsSync(join(home, ".claude/projects/kept"))).toBe(false);
    expect(await inStore("--root", ".claude")).toMatch(/^0 Exported 1 session/);
    expect(await inStore()).toMatch(/^0 Up to date/);
  });

  it("is what happens without the name of a command", async () => {
    const home = homeWith(first);
    await chatexport(home, "--from", "claude", "--to", "jsonl", "--to", "markdown", "--out", "out");
    expect(documentsIn(join(home, "out"))).toEqual([`${firstName}.jsonl`, `${firstName}.md`]);
  });

  it("writes only what was chosen", async () => {
    const home = homeWith(first, second);
    await chatexport(home, "--to", "jsonl", "--project", "blog", "--out", "out");
    expect(documentsIn(join(home, "out"))).toEqual([`${secondName}.jsonl`]);
  });

  it("writes for the owner's eyes only", async () => {
    const home = homeWith(first);
    await chatexport(home, "--to", "jsonl", "--out", "new/out");
    expect(statSync(join(home, "new/out", `${firstName}.jsonl`)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, "new/out/claude")).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, "new")).mode & 0o777).toBe(0o700);
  });

  it("touches only what has changed", async () => {
    const home = homeWith(first, second);
    await chatexport(home, "--to", "jsonl", "--out", "out");
    const unchanged = join(home, "out", `${firstName}.jsonl`);
    utimesSync(unchanged, 1, 1);
    writeTranscript(home, { ...second, lines: ["{}"] });
    const { stderr } = await chatexport(home, "--to", "jsonl", "--out", "out");
    expect(stderr).toContain("Exported 2 sessions to out (1 changed, 1 unchanged).\n");
    expect(statSync(unchanged).mtimeMs).toBe(1000);
  });

  it("leaves the store as it is", async () => {
    const home = homeWith(first);
    const store = join(home, ".claude");
    const state = () => filesIn(store).map((path) => [path, statSync(join(store, path)).mtimeMs]);
    const before = state();
    await chatexport(home, "--to", "jsonl", "--to", "markdown");
    expect(state()).toEqual(before);
  });

  it("gives hostile titles safe and distinct names", async () => {
    const titles = ["../../x", "CON", "a/b", "x".repeat(300), "🎉", "\u202eabc", "a\\b", "A/B"];
    const sessions = titles.map((title, index) => ({
      ...first,
      title,
      id: `session-${index}-00000000`,
    }));
    const home = homeWith(...sessions);
    await chatexport(home, "--to", "jsonl", "--out", "out/in");
    const files = documentsIn(join(home, "out/in")).map((path) => `in/${path}`);
    expect(filesIn(home).filter((path) => !/^(?:\.claude|out\/in)\//.test(path))).toEqual([]);
    expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(titles.length);
    for (const path of files)
      expect(path).toMatch(/^in\/claude\/shop\/2026-01-31-[a-z0-9-]+\.jsonl$/);
  });

  it("explains that there is no session, and writes nothing", async () => {
    const home = emptyFolder();
    const { exitCode, stderr } = await chatexport(home, "--out", "out");
    expect(stderr).toMatch(
      /^No sessions found: none of \d+ places exists \(--verbose lists them\)\. --home or --root name another folder\.\n$/,
    );
    expect(filesIn(home)).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it("names nothing to read where it found nothing", async () => {
    const home = homeWith(first);
    await chatexport(home);
    expect(await chatexport(home, "--root", "nowhere")).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "error: --root nowhere: not found.\n",
    });
  });

  it("says nothing with --quiet but what went wrong", async () => {
    const home = homeWith(first);
    const fine = await chatexport(home, "--to", "jsonl", "--quiet");
    expect(fine).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    const wrong = await chatexport(home, "--to", "jsonl", "--quiet", "--session", "xyz");
    expect(wrong.stderr).toMatch(/^error: --session xyz: .*\n$/);
  });
});

describe("an image", () => {
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  const image = { type: "base64", media_type: "image/png", data: png.toString("base64") };
  const message = { role: "user", content: [{ type: "image", source: image }] };
  const lines = ["u2", "u3"].map((uuid, index) =>
    JSON.stringify({ type: "user", uuid, parentUuid: `u${index + 1}`, message }),
  );
  const withImages = { ...first, title: "Zwei Bilder (für dich)", lines, answers: "u3" };

  function linksIn(markdown: string): string[] {
    return [...markdown.matchAll(/\]\(([^)]*\.png)\)/g)].map(([, link = ""]) =>
      decodeURIComponent(link),
    );
  }

  it("becomes a file beside the document, once", async () => {
    const home = homeWith(withImages);
    await chatexport(home, "--out", "out");
    const [image, document] = filesIn(join(home, "out/claude/shop"));
    expect(document).toBe("2026-01-31-1000-zwei-bilder-für-dich-11111111.md");
    expect(image).toMatch(
      /^2026-01-31-1000-zwei-bilder-für-dich-11111111\.files\/[0-9a-f]{16}\.png$/,
    );
    expect(readFileSync(join(home, "out/claude/shop", image ?? ""))).toEqual(png);
    const markdown = readFileSync(join(home, "out/claude/shop", document ?? ""), "utf8");
    expect(linksIn(markdown)).toEqual([image, image]);
  });

  it("lies beside a file that holds all sessions, too", async () => {
    const home = homeWith(withImages);
    await chatexport(home, "--out", "all (mine).md");
    const [link = ""] = linksIn(readFileSync(join(home, "all (mine).md"), "utf8"));
    expect(readFileSync(join(home, link))).toEqual(png);
  });

  it("has no file beside standard output", async () => {
    const home = homeWith(withImages);
    const { stdout } = await chatexport(home, "--out", "-");
    expect(linksIn(stdout)).toEqual([]);
    expect(filesIn(home)).toHaveLength(1);
  });
});

describe("one place for all sessions", () => {
  it("can be a file", async () => {
    const home = homeWith(first, second);
    const { stderr } = await chatexport(home, "--to", "jsonl", "--out", "all.jsonl");
    const lines = readFileSync(join(home, "all.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).type)).toEqual([
      ...["session", "message", "message", "end"],
      ...["session", "message", "message", "end"],
    ]);
    expect(stderr).toContain("Exported 2 sessions to all.jsonl (new); nothing left out.\n");
    const again = await chatexport(home, "--to", "jsonl", "--out", "all.jsonl");
    expect(again.stderr).toContain("all.jsonl (unchanged); nothing left out.\n");
  });

  it("can be standard output, which then holds nothing else", async () => {
    const home = homeWith(first, second);
    const file = await chatexport(home, "--out", "all.md");
    const { exitCode, stdout, stderr } = await chatexport(home, "--out", "-");
    expect(stdout).toBe(readFileSync(join(home, "all.md"), "utf8"));
    expect(stdout).toMatch(/\n\n---\n/);
    expect(stderr).toContain("Exported 2 sessions to standard output; none left out.\n");
    expect([exitCode, file.exitCode]).toEqual([0, 0]);
  });

  it.each(["-", "all.html"])("holds one page at most in %s", async (out) => {
    const words = ["--to", "html", "--out", out];
    const home = homeWith(first, second);
    const { exitCode, stdout, stderr } = await chatexport(home, ...words);
    expect(stderr).toMatch(
      /One html document holds one session, and 2 sessions were found: choose one with/,
    );
    expect(filesIn(home)).not.toContain("all.html");
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
    expect((await chatexport(home, ...words, "--limit", "1")).exitCode).toBe(0);
  });

  it.each([
    ["talk.html", /^<!doctype html>/i],
    ["notes.md", /^---\n/],
    ["all.JSONL", /^\{"type":"session"/],
    ["talk.claude.jsonl", /^\{"parentUuid":null,/],
  ])("is what its name says without --to: %s", async (out, beginning) => {
    const home = homeWith(first);
    expect((await chatexport(home, "--out", out)).exitCode).toBe(0);
    expect(readFileSync(join(home, out), "utf8")).toMatch(beginning);
  });

  it("may have the shorter ending that a client wants", async () => {
    const home = homeWith(first);
    const { exitCode, stderr } = await chatexport(home, "--to", "claude", "--out", "talk.jsonl");
    expect(stderr).toContain("Exported 1 session to talk.jsonl (new)");
    expect(exitCode).toBe(0);
    expect(readFileSync(join(home, "talk.jsonl"), "utf8")).toMatch(/^\{"parentUuid":null,/);
  });

  it("is refused where nothing is written with such an ending", async () => {
    const home = homeWith(first);
    const { exitCode, stderr } = await chatexport(home, "--out", "talk.docx");
    expect(stderr).toBe(
      "error: --out talk.docx: chatexport writes no .docx files, only .html, .jsonl, .md. For a folder of this name, add a slash: talk.docx/\n",
    );
    expect(exitCode).toBe(2);
    expect(filesIn(home)).not.toContain("talk.docx");
    expect((await chatexport(home, "--out", "talk.pdf")).stderr).toBe(
      "error: --out talk.pdf: chatexport writes no PDF. Write --to html, open the page and print it.\n",
    );
    expect((await chatexport(home, "--out", "a.html", "--to", "markdown")).exitCode).toBe(2);
  });

  it("is left alone where it differs, as an edited one does, without --force", async () => {
    const home = homeWith(first);
    const path = join(home, "notes.md");
    await chatexport(home, "--out", "notes.md");
    const written = readFileSync(path, "utf8");
    writeFileSync(path, `${written}\nMine.\n`);
    const kept = await chatexport(home, "--out", "notes.md");
    expect(kept.stderr).toBe(
      "error: --out notes.md: this file exists and differs: it was edited, or holds an older export. --force overwrites it.\n",
    );
    expect(kept.exitCode).toBe(1);
    expect(readFileSync(path, "utf8")).toBe(`${written}\nMine.\n`);
    expect(readdirSync(home).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect((await chatexport(home, "--out", "notes.md", "--force")).exitCode).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(written);
    // The same bytes again are nobody's loss.
    expect((await chatexport(home, "--out", "notes.md")).exitCode).toBe(0);
  });

  it("is a folder when its name does not end like the documents", async () => {
    const home = homeWith(first);
    mkdirSync(join(home, "old.jsonl"));
    await chatexport(home, "--to", "jsonl", "--out", "old.jsonl");
    await chatexport(home, "--to", "jsonl", "--out", "v1.2/");
    expect(documentsIn(join(home, "old.jsonl"))).toEqual([`${firstName}.jsonl`]);
    expect(documentsIn(join(home, "v1.2"))).toEqual([`${firstName}.jsonl`]);
  });
});

describe("what cannot be written", () => {
  it("is an error, and all other sessions still come out", async () => {
    const home = homeWith(first, second);
    mkdirSync(join(home, "out/claude"), { recursive: true });
    writeFileSync(join(home, "out/claude/shop"), "in the way");
    const { exitCode, stderr } = await chatexport(home, "--to", "jsonl", "--out", "out");
    expect(documentsIn(join(home, "out"))).toEqual([`${secondName}.jsonl`, "claude/shop"]);
    expect(stderr).toContain("Exported 1 of 2 sessions to out.\n");
    expect(stderr).toContain(
      "error: The jsonl document could not be written: a file is where a folder has to be;",
    );
    expect(stderr).toContain(`\n  at out/${firstName}.jsonl\n`);
    expect(exitCode).toBe(1);
  });

  it("does not go through a symbolic link that leads outside", async () => {
    const home = homeWith(first);
    mkdirSync(join(home, "out"));
    mkdirSync(join(home, "outside"));
    symlinkSync(join(home, "outside"), join(home, "out/claude"));
    const { exitCode, stderr } = await chatexport(home, "--to", "jsonl", "--out", "out");
    expect(filesIn(join(home, "outside"))).toEqual([]);
    expect(stderr).toContain("is a symbolic link to a place outside");
    expect(exitCode).toBe(1);
  });

  it("is never written through a symbolic link, which only --force replaces", async () => {
    const home = homeWith(first);
    const path = join(home, "out", `${firstName}.jsonl`);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(join(home, "precious"), "mine");
    symlinkSync(join(home, "precious"), path);
    const { stderr } = await chatexport(home, "--to", "jsonl", "--out", "out");
    expect(stderr).toMatch(/warning: .* \[document-edited\]\n/);
    expect(readFileSync(path, "utf8")).toBe("mine");
    await chatexport(home, "--to", "jsonl", "--out", "out", "--force");
    expect(readFileSync(join(home, "precious"), "utf8")).toBe("mine");
    expect(readFileSync(path, "utf8")).toContain('"type":"end"');
  });

  it("ends the run when it is the place itself", async () => {
    const home = homeWith(first);
    writeFileSync(join(home, "out"), "");
    const { exitCode, stderr } = await chatexport(home, "--to", "jsonl", "--out", "out");
    expect(stderr).toContain("error: --out out: a file is where a folder has to be; move it");
    expect(exitCode).toBe(1);
  });
});

describe("the end of a run", () => {
  const prompts = Array.from(
    { length: 400 },
    (_, index) => `{"type":"note-${index}","text":"${"x".repeat(500)}"}`,
  );
  const long = Array.from({ length: 6 }, (_, index) => ({ id: `long-${index}`, lines: prompts }));

  it("is quiet when the reader of the output goes away", async () => {
    const child = start(homeWith(...long), "--to", "jsonl", "--out", "-");
    child.stdout.once("data", () => child.stdout.destroy());
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const [exitCode] = await once(child, "close");
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
  });

  it("after Ctrl-C says what is done, and has the exit code 130", async () => {
    const child = start(homeWith(...long), "--to", "jsonl", "--out", "-");
    // Nobody reads on, so the program waits in the middle of its work.
    await once(child.stdout, "readable");
    child.kill("SIGINT");
    child.stdout.resume();
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const [exitCode] = await once(child, "close");
    expect(stderr).toMatch(/^Interrupted: exported \d of 6 sessions to standard output\.\n/);
    expect(exitCode).toBe(130);
  });
});
