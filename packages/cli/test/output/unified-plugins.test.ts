import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chatexport as chatexportAnew, documentsIn, emptyFolder, homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { writeFiles, writePackage } from "../invented-plugins.js";
import { chatexportWithout } from "../missing-packages.js";

/** A plugin of unified as a module: it adds a paragraph to each document. */
function signing(words: string): string {
  return `export default (options) => (root) => {
    const value = ${JSON.stringify(words)} + (options?.mark ?? "");
    root.children.push({ type: "paragraph", children: [{ type: "text", value }] });
  };`;
}

/** A folder with a file of options for Markdown; returns it. */
function furnished(remarkPlugins: unknown, files: Record<string, string> = {}): string {
  const cwd = emptyFolder();
  writeFiles(cwd, { "chatexport.config.json": configOf(remarkPlugins), ...files });
  return cwd;
}

function configOf(remarkPlugins: unknown): string {
  return JSON.stringify({ option: { markdown: { remarkPlugins } } });
}

const home = () => homeWith({ id: "session-a" }, { id: "session-b" });

function endsIn(cwd: string): string[] {
  const folder = join(cwd, "chat-export");
  const paths = documentsIn(folder).filter((path) => path.includes("session"));
  return paths.map(
    (path) => readFileSync(join(folder, path), "utf8").trimEnd().split("\n").at(-1) ?? "",
  );
}

describe("plugins of unified in a file of options", () => {
  it("are packages and files from its folder, with options, in their order", async () => {
    const cwd = emptyFolder();
    writePackage(join(cwd, "near/node_modules"), "remark-mark", signing("Marked"));
    const plugins = ["./sign.mjs", ["remark-mark", { mark: "!" }]];
    writeFiles(cwd, { "near/sign.mjs": signing("Signed"), "near/o.json": configOf(plugins) });
    const { stderr } = await chatexport(cwd, "--home", home(), "--config", "near/o.json");
    expect(stderr).toMatch(/^Options from near\/o\.json\.\nExported 2 sessions/);
    expect(endsIn(cwd)).toEqual(["Marked!", "Marked!"]);
  });

  it("find the packages that they need in its folder", async () => {
    const cwd = emptyFolder();
    const processor = `{ use: () => ({ process: async (page) => page + "<!-- near -->" }) }`;
    writePackage(
      join(cwd, "near/node_modules"),
      "rehype",
      `export const rehype = () => (${processor});`,
      { exports: "./lib/main.js" },
    );
    const config = JSON.stringify({ option: { html: { rehypePlugins: ["./sign.mjs"] } } });
    writeFiles(cwd, { "near/sign.mjs": signing("Signed"), "near/o.json": config });
    await chatexportAnew(cwd, "--home", home(), "--to", "html", "--config", "near/o.json");
    expect(endsIn(cwd)).toEqual(["<!-- near -->", "<!-- near -->"]);
  });

  it("render documents anew when they, their options or their version change", async () => {
    const words = ["--home", home(), "--dry-run"];
    const plugins = ["./sign.mjs", ["remark-mark", { mark: "!" }]];
    const cwd = furnished(plugins, { "sign.mjs": signing("Signed") });
    const modules = join(cwd, "node_modules");
    writePackage(modules, "remark-mark", signing("Marked"));
    await chatexportAnew(cwd, ...words.slice(0, 2));
    const isNew = async () =>
      (await chatexportAnew(cwd, ...words)).stdout.includes("other options");
    expect(await isNew()).toBe(false);
    writeFiles(cwd, { "chatexport.config.json": configOf([plugins[0], ["remark-mark", {}]]) });
    expect(await isNew()).toBe(true);
    const changed = { "chatexport.config.json": configOf(plugins), "sign.mjs": signing("S.") };
    writeFiles(cwd, changed);
    expect(await isNew()).toBe(true);
    writeFiles(cwd, { "sign.mjs": signing("Signed") });
    expect(await isNew()).toBe(false);
    writePackage(modules, "remark-mark", signing("M."));
    expect(await isNew()).toBe(false);
    writePackage(modules, "remark-mark", signing("M."), { version: "1.2.4" });
    expect(await isNew()).toBe(true);
  });

  it("cost the session in which they fail, by name, and nothing else", async () => {
    const failing = `export default () => async (root) => {
      if (JSON.stringify(root).includes("answer for session-a")) throw new Error("no words");
    };`;
    const cwd = furnished(["./sign.mjs", "./fail.mjs"], {
      "sign.mjs": signing("Signed"),
      "fail.mjs": failing,
    });
    const { stderr, exitCode } = await chatexport(cwd, "--home", home());
    expect(stderr).toContain("Exported 1 of 2 sessions");
    expect(stderr).toContain(
      "could not be written: the plugin ./fail.mjs failed: no words; correct it, or take it out of remarkPlugins.",
    );
    expect(stderr).toMatch(/at .*session-a/);
    expect(exitCode).toBe(1);
    expect(endsIn(cwd)).toEqual(["Signed"]);
  });

  it("may return an error, or call back", async () => {
    const cwd = furnished(["./back.mjs"], {
      "back.mjs":
        "export default () => (root, file, next) => setTimeout(() => next(null, root), 1);",
      "wrong.mjs": "export default () => () => new Error('no words');",
    });
    expect((await chatexport(cwd, "--home", home())).stderr).toContain("Exported 2 sessions");
    writeFiles(cwd, { "chatexport.config.json": configOf(["./wrong.mjs"]) });
    const { stderr } = await chatexport(cwd, "--home", home());
    expect(stderr).toContain("the plugin ./wrong.mjs failed: no words;");
  });

  it.each<[string, unknown, string]>([
    [
      "a package that is not there",
      ["remark-none"],
      "'remark-none' is installed neither here nor beside chatexport.",
    ],
    ["a file that is not there", ["./none.mjs"], "there is no file ./none.mjs."],
    [
      "no plugin",
      ["./no.mjs"],
      "./no.mjs is not a plugin of unified: its default export is not a function.",
    ],
    [
      "options without their list",
      ["./no.mjs", { mark: 1 }],
      'a list of these or of ["module", {options}].',
    ],
  ])("are refused before anything is written: %s", async (_, plugins, message) => {
    const cwd = furnished(plugins, { "no.mjs": "export default {};" });
    const { stderr, exitCode } = await chatexport(cwd, "--home", home());
    expect(stderr).toContain("error: chatexport.config.json: option.markdown.remarkPlugins");
    expect(stderr).toContain(message);
    expect(exitCode).toBeGreaterThan(0);
    expect(existsSync(join(cwd, "chat-export"))).toBe(false);
  });

  it("are no functions, for an archive has to know them again", async () => {
    const cwd = emptyFolder();
    const option = "{ markdown: { remarkPlugins: [() => {}] } }";
    writeFiles(cwd, { "chatexport.config.mjs": `export default { option: ${option} };` });
    const { stderr } = await chatexport(cwd, "--home", home());
    expect(stderr).toContain("holds a function: write the name of its module");
  });

  it.each([
    ["markdown", "remarkPlugins", /^remark-(?:parse|gfm)$/, "npm i remark-parse remark-gfm"],
    ["html", "rehypePlugins", /^rehype$/, "npm i rehype"],
  ])("say what %s needs for %s", (sink, key, names, command) => {
    const cwd = emptyFolder();
    writeFiles(cwd, { "sign.mjs": signing("Signed") });
    const setting = `${sink}.${key}=${join(cwd, "sign.mjs")}`;
    const words = ["--home", home(), "--to", sink, "--option", setting];
    const { stderr, exitCode } = chatexportWithout(names, ...words);
    expect(stderr).toMatch(new RegExp(`^error: ${sink}: Plugins .* ${command}\\.`));
    expect(exitCode).toBe(2);
  });
});
