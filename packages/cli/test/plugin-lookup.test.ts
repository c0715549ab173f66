import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { binary, chatexport as chatexportAnew, emptyFolder, environmentOf } from "./binary.js";
import { chatexport } from "./in-process.js";
import { linkedProgram, run } from "./installed-program.js";
import { sinkModule, sourceModule, traceOf, writeFiles, writePackage } from "./invented-plugins.js";
import { sourceNames } from "./source-names.js";

/** The titles that `list` prints with this `--from`. */
async function titles(cwd: string, ...from: string[]): Promise<string[]> {
  const words = from.flatMap((word) => ["--from", word]);
  const { stdout, stderr, exitCode } = await chatexport(cwd, "list", "--json", ...words);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return JSON.parse(stdout).map(({ title }: { title: string }) => title);
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  writeFiles(folder, files);
  return folder;
}

describe("a path", () => {
  it.each([
    ["a file", "./notes.mjs"],
    ["a file elsewhere", "../PARENT/notes.mjs"],
    ["an absolute path", "PATH/notes.mjs"],
    ["a file: address", "URL/notes.mjs"],
    ["a folder with index.js", "./notes"],
    ["a folder with a package", "./package"],
    ["a module in a package", "./package/lib/main.js"],
    ["a file with the prefix", "./chatexport-source-notes.mjs"],
  ])("leads to a plugin as %s", async (_, word) => {
    const module = sourceModule("notes");
    const cwd = folderWith({
      "notes.mjs": module,
      "chatexport-source-notes.mjs": module,
      "notes/index.js": module,
      "notes/package.json": '{ "type": "module" }',
    });
    writePackage(cwd, "package", module, { name: "@acme/chatexport-source-notes" });
    const parent = cwd.split(/[\\/]/).at(-1) ?? "";
    const given = word
      .replace("PARENT", parent)
      .replace("PATH", cwd)
      .replace("URL", pathToFileURL(cwd).href);
    expect(await titles(cwd, given)).toEqual(["Of notes: one", "Of notes: two"]);
  });

  it("may hold what has a meaning in addresses", async () => {
    const cwd = folderWith({ "a b#c%20?/notes.mjs": sourceModule("notes") });
    const words = ["list", "--json", "--from", "./a b#c%20?/notes.mjs"];
    // The test runner would give the address a meaning of its own.
    const { stdout, stderr, exitCode } = await chatexportAnew(cwd, ...words);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(JSON.parse(stdout)).toHaveLength(2);
  });

  it.each([
    "./nothing",
    "../nothing.mjs",
    "/no/such/folder",
    "file:///no/such.mjs",
    "C:\\no\\such",
  ])("to nothing is wrong usage: %s", async (word) => {
    const { stderr, exitCode } = await chatexport(emptyFolder(), "list", "--from", word);
    expect(stderr).toBe(`error: --from ${word}: no such file or folder.\n`);
    expect(exitCode).toBe(2);
  });

  it("to a device is wrong usage, too", async () => {
    // A process that reads it comes to no end.
    const words = ["list", "--from", "/dev/zero"];
    const { stderr, exitCode } = await chatexportAnew(emptyFolder(), ...words);
    expect(stderr).toBe("error: --from /dev/zero: no such file or folder.\n");
    expect(exitCode).toBe(2);
  });
});

describe("a name", () => {
  it.each([
    ["@chatexport/source-notes", "notes"],
    ["chatexport-source-notes", "notes"],
    ["chatexport-source-notes", "chatexport-source-notes"],
    ["@acme/chatexport-source-notes", "@acme/notes"],
    ["@acme/chatexport-source-notes", "@acme/chatexport-source-notes"],
    ["@notes/chatexport-source", "@notes"],
    ["@acme/notes", "@acme/notes"],
  ])("finds %s as %s", async (name, word) => {
    const cwd = emptyFolder();
    writePackage(join(cwd, "node_modules"), name, sourceModule("notes"));
    expect(await titles(cwd, word)).toEqual(["Of notes: one", "Of notes: two"]);
  });

  it("finds what a folder above has, and what is nearer first", async () => {
    const project = emptyFolder();
    const cwd = join(project, "packages/one");
    mkdirSync(cwd, { recursive: true });
    const name = "chatexport-source-notes";
    writePackage(join(project, "node_modules"), name, sourceModule("notes"));
    expect(await titles(cwd, "notes")).toHaveLength(2);
    const nearer = sourceModule("notes").replaceAll("Of notes", "Nearer");
    writePackage(join(cwd, "node_modules"), name, nearer);
    expect(await titles(cwd, "notes")).toEqual(["Nearer: one", "Nearer: two"]);
  });

  it("finds a CommonJS package, and one of which package.json has a main module", async () => {
    const cwd = emptyFolder();
    const folder = join(cwd, "node_modules/chatexport-source-notes");
    const common = sourceModule("notes")
      .replace("export const options", "exports.options")
      .replace("export default", "exports.default =");
    writeFiles(folder, {
      "package.json": '{ "name": "chatexport-source-notes", "main": "./lib" }',
      "lib/index.js": `Object.defineProperty(exports, "__esModule", { value: true });${common}`,
    });
    expect(await titles(cwd, "notes")).toHaveLength(2);
    const loud = ["--from", "notes", "--option", "notes.loud=true"];
    const shown = await chatexport(cwd, "show", "latest", ...loud, "--to", "markdown");
    expect(shown.stdout).toContain("HELLO FROM NOTES");
  });

  it.each(["..", "~", "-x"])("never is that of a package called %s", async (name) => {
    const cwd = emptyFolder();
    const own = `chatexport-source-${name}`;
    writePackage(join(cwd, "node_modules"), own, sourceModule("notes"));
    const { stdout } = await chatexport(cwd, "plugins", "--json");
    expect(stdout).toContain('"claude"');
    expect(stdout).not.toContain(own);
    expect(JSON.parse(stdout)).not.toContainEqual(expect.objectContaining({ word: name }));
  });

  it("never means what comes with the program", async () => {
    const cwd = emptyFolder();
    const trace = join(cwd, "ran");
    for (const name of ["chatexport-source-claude", "@chatexport/source-claude", "claude"])
      writePackage(join(cwd, "node_modules"), name, traceOf(trace));
    const { stderr } = await chatexport(cwd, "list", "--from", "claude");
    expect(stderr).toContain("--from claude: no sessions found.");
    expect(existsSync(trace)).toBe(false);
  });
});

describe("beside the program", () => {
  it("plugins are found where its package is linked to", async () => {
    const global = emptyFolder();
    const program = linkedProgram(join(global, "lib/node_modules"), join(global, "bin"));
    writePackage(
      join(global, "lib/node_modules"),
      "chatexport-source-notes",
      sourceModule("notes"),
    );
    const { stdout, stderr, exitCode } = await run(
      program,
      emptyFolder(),
      "list",
      "--from",
      "notes",
    );
    expect({ stderr, exitCode }).toEqual({ stderr: "2 sessions\n", exitCode: 0 });
    expect(stdout).toContain("Of notes: one");
  });

  it("and those of the working directory come first", async () => {
    const global = emptyFolder();
    const cwd = emptyFolder();
    const program = linkedProgram(join(global, "node_modules"), join(global, "node_modules/.bin"));
    const name = "chatexport-source-notes";
    writePackage(join(global, "node_modules"), name, sourceModule("notes"));
    const nearer = sourceModule("notes").replaceAll("Of notes", "Nearer");
    writePackage(join(cwd, "node_modules"), name, nearer);
    const { stdout } = await run(program, cwd, "list", "--from", "notes");
    expect(stdout).toContain("Nearer: one");
    expect(stdout).not.toContain("Of notes");
  });
});

describe("a word that means nothing", () => {
  it("is wrong usage, with what was tried", async () => {
    const { stdout, stderr, exitCode } = await chatexport(emptyFolder(), "list", "--from", "notes");
    expect(stderr).toBe(
      `error: unknown source 'notes'; choose from ${sourceNames.join(", ")}. Not installed: @chatexport/source-notes and chatexport-source-notes; docs/plugins.md shows how plugins are.\n`,
    );
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
  });

  it("is compared with what is installed", async () => {
    const cwd = emptyFolder();
    const modules = join(cwd, "node_modules");
    writePackage(modules, "chatexport-sink-plain", sinkModule("plain"));
    writePackage(modules, "@acme/chatexport-source-notes", sourceModule("notes"));
    const near = await chatexport(cwd, "--to", "plane");
    expect(near.stderr).toContain("unknown sink 'plane' (did you mean 'plain'?);");
    const scoped = await chatexport(cwd, "list", "--from", "@acme/note");
    expect(scoped.stderr).toContain("(did you mean '@acme/notes'?)");
  });

  it.each([
    ["--from plain", "'plain' is a sink, not a source: use --to."],
    ["--from markdown", "'markdown' is a sink, not a source: use --to."],
    ["--to cursor", "'cursor' is a source, not a sink: use --from."],
    ["--to chatexport-source-x", "'chatexport-source-x' is a source, not a sink: use --from."],
    ["--from ./plain.mjs", "./plain.mjs is a sink, not a source: use --to."],
    ["--from plain.mjs", "For the file or folder of that name, write --from ./plain.mjs."],
  ])("may be of the other kind, or a path: %s", async (line, sentence) => {
    const cwd = folderWith({ "plain.mjs": sinkModule("plain") });
    writePackage(join(cwd, "node_modules"), "chatexport-sink-plain", sinkModule("plain"));
    const { stderr, exitCode } = await chatexport(cwd, "export", ...line.split(" "));
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(2);
  });

  it.each([
    "a/../../evil",
    "../node_modules\\x",
    "@a/b/c",
    "node:fs",
    "data:text/javascript,0",
    "Notes",
  ])("is no package where no package can have that name: %s", async (word) => {
    const { stderr, exitCode } = await chatexport(emptyFolder(), "list", `--from=${word}`);
    expect(stderr).not.toContain("install");
    expect(exitCode).toBe(2);
  });
});

it("nothing runs that was not named", async () => {
  const cwd = emptyFolder();
  const modules = join(cwd, "node_modules");
  const trace = join(cwd, "ran");
  const first = traceOf(trace);
  writePackage(modules, "chatexport-source-notes", sourceModule("notes", { first }));
  writePackage(modules, "chatexport-sink-plain", first);
  writePackage(modules, "@acme/chatexport-source-other", first);
  writeFiles(cwd, { "other.mjs": sourceModule("other") });
  writeFileSync(join(cwd, "chatexport.config.json"), '{ "option": { "notes": { "loud": true } } }');
  for (const line of [
    "--help",
    "list",
    "list --from ./other.mjs",
    "list --from note",
    "export --from ./other.mjs --to html",
    "plugins",
    "plugins --json --from ./other.mjs",
    "doctor",
    "__complete list --from ",
    "__complete --to ",
    "__complete --option ",
    "__complete show --from notes ",
    "__complete list --from notes --project ",
  ]) {
    await chatexport(cwd, ...line.split(" "));
    expect({ line, ran: existsSync(trace) }).toEqual({ line, ran: false });
  }
  await chatexport(cwd, "list", "--from", "notes");
  expect(existsSync(trace)).toBe(true);
});

it.each([
  ["list", "--from", "notes"],
  ["export", "--out", "/absolute/place"],
])("a working directory that does not exist any more is said to be gone: %s", (...given) => {
  const cwd = emptyFolder();
  const gone = join(cwd, "gone");
  mkdirSync(gone);
  const line = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
  const words = ["-c", line, "sh", gone, process.execPath, binary, ...given];
  const { stderr, status } = spawnSync("sh", words, { env: environmentOf(cwd), encoding: "utf8" });
  expect(stderr).toBe("error: The current folder no longer exists: change to another one.\n");
  expect(status).toBe(1);
});
