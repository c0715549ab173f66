import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  chatexport as chatexportAnew,
  documentsIn,
  emptyFolder,
  filesIn,
  homeWith,
} from "./binary.js";
import { chatexport } from "./in-process.js";
import { sinkModule, sourceModule, writeFiles, writePackage } from "./invented-plugins.js";

/** A folder with a source and a sink of other people, `notes` and `plain`, installed. */
function furnished(sink: Parameters<typeof sinkModule>[1] = {}): string {
  const cwd = emptyFolder();
  const modules = join(cwd, "node_modules");
  writePackage(modules, "chatexport-source-notes", sourceModule("notes"));
  writePackage(modules, "chatexport-sink-plain", sinkModule("plain", sink));
  return cwd;
}

describe("a source of other people", () => {
  it.each([
    ["list", /^2026-03-01T.*\t11111111-one\tnotes\t\tOf notes: one$/m],
    ["show 11111111", /Hello from notes/],
    ["show latest --json", /"source":"notes"/],
    ["search hello", /Hello from notes/],
    ["stats", /^Sessions +2$/m],
    ["doctor", /^notes {2}2 sessions\n {2}✓ \/invented$/m],
    ["doctor --schema", /Every record type and field is known/],
    ["--out - --to jsonl", /"format":"invented"/],
  ])("can be read with %s", async (line, expected) => {
    const words = [...line.split(" "), "--from", "notes"];
    const { stdout, exitCode } = await chatexport(furnished(), ...words);
    expect(stdout).toMatch(expected);
    expect(exitCode).toBe(0);
  });

  it("can be exported beside others, into an archive that stays up to date", async () => {
    const cwd = furnished();
    const home = homeWith({ id: "session-a" });
    const words = ["--from", "notes,claude", "--home", home, "--report", "report.json"];
    const first = await chatexport(cwd, ...words);
    expect(first.stderr).toContain("Exported 3 sessions to ./chat-export; none left out.\n");
    expect(first.exitCode).toBe(0);
    const paths = documentsIn(join(cwd, "chat-export"));
    expect(paths.filter((path) => path.startsWith("notes/no-project/"))).toHaveLength(2);
    const report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
    expect(report.totals.sessions).toBe(3);

    const second = await chatexport(cwd, ...words);
    expect(second.stderr).toContain("Up to date: 3 sessions in ./chat-export.");
    const loud = [...words, "--dry-run", "--option", "notes.loud=true"];
    const { stdout } = await chatexport(cwd, ...loud);
    const changed = stdout.split("\n").filter((line) => line.includes("other options or another"));
    expect(changed.map((line) => line.includes("/notes/"))).toEqual([true, true]);
  });

  it("is another one in another version", async () => {
    const cwd = furnished();
    const words = ["--from", "notes", "--dry-run"];
    await chatexportAnew(cwd, "--from", "notes");
    const modules = join(cwd, "node_modules");
    const module = sourceModule("notes").replace("Hello", "Good day");
    writePackage(modules, "chatexport-source-notes", module);
    expect((await chatexportAnew(cwd, ...words)).stdout).toBe("");
    writePackage(modules, "chatexport-source-notes", module, { version: "1.2.4" });
    expect((await chatexportAnew(cwd, ...words)).stdout).toContain("another version");
  });

  it("that is a file of its own has another version where it has other content", async () => {
    const cwd = emptyFolder();
    writeFiles(cwd, { "notes.mjs": sourceModule("notes") });
    const words = ["--from", "./notes.mjs", "--dry-run"];
    await chatexportAnew(cwd, "--from", "./notes.mjs");
    expect((await chatexportAnew(cwd, ...words)).stdout).toBe("");
    writeFiles(cwd, { "notes.mjs": sourceModule("notes").replace("Hello", "Good day") });
    expect((await chatexportAnew(cwd, ...words)).stdout).toContain("another version");
  });

  it("may stand in a file of options, with its settings", async () => {
    const cwd = furnished();
    writeFiles(cwd, { "near/clade.mjs": sourceModule("clade") });
    const config = {
      from: ["notes", "./near/clade.mjs"],
      to: "plain",
      option: { notes: { loud: true }, plain: { mark: "-" }, clade: { loud: false } },
    };
    writeFileSync(join(cwd, "chatexport.config.json"), JSON.stringify(config));
    const { stderr, exitCode } = await chatexport(cwd, "export", "--quiet");
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const paths = documentsIn(join(cwd, "chat-export"));
    const first = paths.find((path) => /^notes\/.*\.txt$/.test(path)) ?? "";
    expect(readFileSync(join(cwd, "chat-export", first), "utf8")).toContain("- HELLO FROM NOTES");
    expect((await chatexport(cwd, "list", "--quiet")).exitCode).toBe(0);
  });

  it("is told that it found nothing as it was called", async () => {
    const cwd = emptyFolder();
    const empty = sourceModule("notes").replace('["11111111-one", "22222222-two"]', "[]");
    writeFiles(cwd, { "notes.mjs": empty });
    const { stderr, exitCode } = await chatexport(cwd, "list", "--from", "./notes.mjs");
    expect(stderr).toContain("error: --from ./notes.mjs: no sessions found.\n");
    expect(exitCode).toBe(1);
  });
});

describe("a sink of other people", () => {
  it("writes an archive with images and an index", async () => {
    const cwd = furnished();
    const words = ["--from", "notes", "--to", "plain", "--out", "out"];
    expect((await chatexport(cwd, ...words)).stderr).toContain(
      "Exported 2 sessions to out; nothing left out.\n",
    );
    const files = filesIn(join(cwd, "out")).filter((path) => !path.startsWith(".chatexport"));
    const [document = ""] = files.filter((path) => path.endsWith(".txt") && path.includes("one"));
    expect(files).toContain("index.txt");
    expect(files.filter((path) => path.endsWith(".png"))).toHaveLength(2);
    const text = readFileSync(join(cwd, "out", document), "utf8");
    expect(text).toMatch(
      /^Of notes: one\n> Hello from notes\nimage: \S+\.png\nindex: \.\.\/\.\.\/index\.txt\n$/,
    );
    expect((await chatexport(cwd, ...words)).stderr).toContain("Up to date: 2 sessions in out.\n");
  });

  it("may want a folder for each session", async () => {
    const cwd = furnished({ layout: "folder", extension: "page" });
    await chatexport(cwd, "--from", "notes", "--to", "plain", "--out", "out");
    const pages = filesIn(join(cwd, "out")).filter((path) => path.endsWith("/index.page"));
    expect(pages).toHaveLength(2);
  });

  it("writes one file, or to standard output, with its options", async () => {
    const cwd = furnished();
    const words = ["--from", "notes", "--to", "plain"];
    await chatexport(cwd, ...words, "--session", "1111", "--out", "one.txt");
    expect(readFileSync(join(cwd, "one.txt"), "utf8")).toContain("> Hello from notes");
    const shown = await chatexport(cwd, "show", "1111", ...words, "--option", "plain.mark=-");
    expect(shown.stdout).toBe("Of notes: one\n- Hello from notes\nimage: none\n");
    expect(shown.stderr).toBe("");
  });

  it("is told to render again where its code may have changed and its version has not", async () => {
    const cwd = furnished();
    const path = "./node_modules/chatexport-sink-plain";
    const words = ["--from", "notes", "--to", path, "--out", "out"];
    expect((await chatexport(cwd, ...words)).stderr).not.toContain("--force");
    expect((await chatexport(cwd, ...words)).stderr).toContain(
      `Up to date: 2 sessions in out. If the code in ${path} is newer, --force renders them anew.\n`,
    );
  });

  it("says which options it does not have", async () => {
    const words = ["show", "1111", "--from", "notes", "--to", "plain"];
    const shorthands = ["--detail", "full", "--branches", "all", "--timezone", "UTC"];
    const { stderr } = await chatexport(furnished(), ...words, ...shorthands);
    expect(stderr).toBe(
      ["detail", "branches", "timezone"]
        .map((name) => `warning: --${name} has no effect: plain has no option ${name}.\n`)
        .join(""),
    );
  });

  it("cannot write files of the same names as another one in a run", async () => {
    const cwd = furnished({ extension: "md" });
    const words = ["--from", "notes", "--to", "plain,markdown"];
    const { stderr, exitCode } = await chatexport(cwd, ...words);
    expect(stderr).toContain("error: plain and markdown both write .md files,");
    expect(exitCode).toBe(2);
  });
});

describe("a name", () => {
  /** A source and a sink that are both called `both`. */
  function namesakes(): string {
    const cwd = emptyFolder();
    writePackage(join(cwd, "node_modules"), "chatexport-source-both", sourceModule("both"));
    writePackage(join(cwd, "node_modules"), "chatexport-sink-both", sinkModule("both"));
    return cwd;
  }

  it("may be that of a source and of a sink, and each has its settings", async () => {
    const cwd = namesakes();
    const settings = ["--option", "both.loud=true", "--option", "both.mark=-"];
    const words = ["show", "1111", "--from", "both", "--to", "both", ...settings];
    expect((await chatexport(cwd, ...words)).stdout).toContain("- HELLO FROM BOTH");
    const wrong = await chatexport(cwd, ...words, "--option", "both.lout=true");
    expect(wrong.stderr).toContain("unknown both option 'lout'; choose from ");
    expect(wrong.exitCode).toBe(2);
  });

  it("in a file of options may mean the namesake that takes no part", async () => {
    const cwd = namesakes();
    const config = { from: "both", option: { both: { mark: "-" } } };
    writeFileSync(join(cwd, "chatexport.config.json"), JSON.stringify(config));
    expect((await chatexport(cwd, "list", "--quiet")).exitCode).toBe(0);
    const typed = await chatexport(cwd, "list", "--option", "both.mark=-");
    expect(typed.stderr).toContain("unknown both option 'mark'");
  });

  it("belongs to one plugin in a run, however it is called", async () => {
    const cwd = furnished();
    writeFiles(cwd, { "notes.mjs": sourceModule("notes") });
    const folder = "./node_modules/chatexport-source-notes";
    const same = ["--from", "notes", "--from", "chatexport-source-notes", "--from", folder];
    expect((await chatexport(cwd, "list", ...same)).stderr).toBe("2 sessions\n");
    const two = await chatexport(cwd, "list", "--from", "notes,./notes.mjs");
    expect(two.stderr).toBe(
      "error: --from notes and --from ./notes.mjs have the same name, notes: choose one.\n",
    );
    expect(two.exitCode).toBe(2);
  });

  it.each([
    [
      "claude.mjs",
      "claude",
      "./claude.mjs: a plugin that comes with chatexport has the name 'claude'",
    ],
    [
      "redact.mjs",
      "redact",
      "./redact.mjs: a plugin that comes with chatexport has the name 'redact'",
    ],
    ["notes.mjs", "../../up", "./notes.mjs has the name '../../up', which must be"],
    ["My Notes.mjs", "My Notes", "a source cannot be called 'My Notes': lower-case letters,"],
    ["a.b.mjs", "a.b", "a source cannot be called 'a.b': lower-case letters,"],
    ["aux.mjs", "aux", "a source cannot be called 'aux': lower-case letters,"],
  ])("must be one that is safe and free: %s", async (file, name, sentence) => {
    const cwd = emptyFolder();
    writeFiles(cwd, { [file]: sourceModule(name) });
    const { stdout, stderr, exitCode } = await chatexport(cwd, "list", "--from", `./${file}`);
    expect(stderr).toContain(sentence);
    expect(stdout).toBe("");
    expect(exitCode).toBe(1);
  });

  it("may be that of something built in of the other kind", async () => {
    const cwd = furnished();
    writeFiles(cwd, { "markdown.mjs": sourceModule("markdown") });
    const words = ["--from", "./markdown.mjs", "--option", "markdown.layout=folder"];
    expect((await chatexport(cwd, ...words)).exitCode).toBe(0);
    expect(documentsIn(join(cwd, "chat-export"))[0]).toMatch(/^markdown\/.*\/index\.md$/);
  });
});
