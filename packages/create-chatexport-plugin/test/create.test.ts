import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { guideTo, writeProject } from "../src/project.js";
import { openQuestions, wishOf } from "../src/questions.js";

const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-create-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The files of a project by their paths. */
function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [
        path.slice(folder.length + 1).replaceAll("\\", "/"),
        readFileSync(path, "utf8"),
      ]),
  );
}

const wishes = ["source", "sink"].flatMap((kind) =>
  ["typescript", "javascript"].map((language) => ({ kind, language })),
);

test.each(wishes)("a $kind in $language has its names", async ({ kind, language }) => {
  const parent = emptyFolder();
  const wish = await wishOf([kind, "@you/tide-table", language]);
  expect(wish && writeProject(wish, parent)).toBe(`chatexport-${kind}-tide-table`);
  const files = filesIn(join(parent, `chatexport-${kind}-tide-table`));
  const ending = language === "typescript" ? "ts" : "js";
  expect(files[`src/index.${ending}`]).toContain('name: "tide-table"');
  expect(JSON.parse(files["package.json"] ?? "").name).toBe(`@you/chatexport-${kind}-tide-table`);
  expect(files["README.md"]).toContain(`# @you/chatexport-${kind}-tide-table\n`);
  expect(files["README.md"]).toContain(`src/index.${ending}`);
  expect(Object.values(files).join("")).not.toMatch(/-example"|"example[/"]|\b(?:NAME|GUIDE)\b/);
  expect("tsconfig.json" in files).toBe(language === "typescript");
});

test.each(["source", "sink"])("a %s in JavaScript is code without types", async (kind) => {
  const parent = emptyFolder();
  const wish = await wishOf([kind, "mine", "js"]);
  const folder = join(parent, (wish && writeProject(wish, parent)) ?? "");
  const files = filesIn(folder);
  for (const path of Object.keys(files).filter((each) => each.endsWith(".js")))
    execFileSync(process.execPath, ["--check", join(folder, path)]);
  const { dependencies, devDependencies, scripts } = JSON.parse(files["package.json"] ?? "");
  expect(Object.keys(dependencies)).toEqual(["@chatexport/core"]);
  expect(Object.keys(devDependencies)).toEqual(["@chatexport/testkit"]);
  expect(scripts).toEqual({ test: "node --test" });
  expect(Object.values(files).join("")).not.toContain("dist");
});

test.each([
  [["source", "tide-table", "ts"], "chatexport-source-tide-table"],
  [["source", "chatexport-source-tide", "ts"], "chatexport-source-tide"],
  [["sink", "@you/chatexport-sink-tide", "TypeScript"], "@you/chatexport-sink-tide"],
  [["sink", "claude-ai", "js"], "chatexport-sink-claude-ai"],
])("%j is the package %s", async (words, packageName) => {
  expect(await wishOf(words)).toMatchObject({ packageName });
});

test.each([
  [["plugin", "x", "ts"], "no kind of plugin"],
  [["source", "x", "rust"], "no language"],
  [["source", "claude", "ts"], "built-in source"],
  [["source", "Tide", "ts"], "no name"],
  [["source", "tide_table", "ts"], "no name"],
  [["source", "tide--table", "ts"], "no name"],
  [["source", "../tide", "ts"], "no name"],
  [["source", "", "ts"], "no name"],
  [["source", "chatexport-sink-tide", "ts"], "no name of a source"],
  [["source", "tide"], "no terminal"],
])("%j is refused", async (words, reason) => {
  await expect(wishOf(words)).rejects.toThrow(reason);
});

test("a folder that holds something is refused and stays as it is", async () => {
  const parent = emptyFolder();
  const wish = await wishOf(["sink", "mine", "js"]);
  const folder = join(parent, "chatexport-sink-mine");
  mkdirSync(folder);
  writeFileSync(join(folder, "notes.txt"), "mine");
  expect(() => wish && writeProject(wish, parent)).toThrow("not empty");
  expect(filesIn(folder)).toEqual({ "notes.txt": "mine" });
  rmSync(join(folder, "notes.txt"));
  expect(wish && writeProject(wish, parent)).toBe("chatexport-sink-mine");
});

test("the README of a project leads to the guide in the repository", () => {
  const homepage = "https://example.com/a/b/tree/main/packages/create-chatexport-plugin#readme";
  expect(guideTo("sink", homepage)).toBe(
    "[Write a sink](https://example.com/a/b/tree/main/docs/write-a-sink.md)",
  );
  expect(guideTo("sink", undefined)).toBe("`docs/write-a-sink.md` of chatexport");
});

test("missing words are asked for, again after an answer that means nothing", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { ask, close } = openQuestions(input, output);
  input.write("tide\nsource\nclaude\ntide\nts\n");
  expect(await wishOf([], ask)).toEqual({
    kind: "source",
    packageName: "chatexport-source-tide",
    language: "typescript",
  });
  close();
  output.end();
  const said = await text(output);
  expect(said).toContain('"tide" is no kind of plugin');
  expect(said).toContain('"claude" is a built-in source');
});

test("a user who ends the input wants nothing", async () => {
  const input = new PassThrough();
  const { ask, close } = openQuestions(input, new PassThrough());
  input.end("sink\n");
  expect(await wishOf([], ask)).toBeUndefined();
  close();
});

test("the program says what to do next, or what is wrong", () => {
  const cwd = emptyFolder();
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd, encoding: "utf8" });
  expect(run("--help")).toMatchObject({ status: 0, stderr: "" });
  expect(run("sink", "mine", "js")).toMatchObject({ status: 0, stderr: "" });
  const again = run("sink", "mine", "js");
  expect(again).toMatchObject({ status: 1, stdout: "" });
  expect(again.stderr).toMatch(/^error: The folder chatexport-sink-mine is not empty;/);
  expect(run("sink", "mine", "js", "more")).toMatchObject({ status: 1 });
});
