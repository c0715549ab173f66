import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "amaro";

/** The files of a project by their paths. */
export type Files = Readonly<Record<string, string>>;

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The files of the examples, in both languages. A build computes them. */
export const templates = {
  source: inBothLanguages("source"),
  sink: inBothLanguages("sink"),
};

/** The names of built-in plugins, which no other one can have. A build computes them. */
export const builtIn = { source: builtInOf("source"), sink: builtInOf("sink") };

function inBothLanguages(kind: string): Record<"typescript" | "javascript", Files> {
  const folder = join(root, "examples", `chatexport-${kind}-example`);
  const isOfProject = /^(?:src|test|fixtures)\/|^(?:\.gitignore|tsconfig\.json|package\.json)$/;
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => isOfProject.test(path))
    .sort();
  const files = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
  // The licence of an example is that of its authors; each project has a README of its own.
  const { license: _, ...manifest } = JSON.parse(files["package.json"] ?? "");
  const readme = readFileSync(new URL(`../readmes/${kind}.md`, import.meta.url), "utf8");
  const typescript = { ...files, "package.json": json(manifest), "README.md": readme };
  return { typescript, javascript: inJavaScript(typescript, manifest) };
}

/** A project without types, which needs no compiler: its code runs as it is. */
function inJavaScript(
  { "tsconfig.json": _, ...files }: Record<string, string>,
  manifest: Record<string, object>,
): Files {
  const {
    typescript: __,
    "@types/node": ___,
    ...devDependencies
  } = Object(manifest.devDependencies);
  const changed: Record<string, string> = {
    "package.json": json({
      ...manifest,
      exports: { ".": "./src/index.js", "./package.json": "./package.json" },
      files: ["src"],
      scripts: { test: "node --test" },
      devDependencies,
    }),
    ".gitignore": "node_modules\n",
  };
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      if (path.startsWith("fixtures/")) return [path, text];
      const own = path.endsWith(".ts") ? withoutTypes(text) : (changed[path] ?? text);
      return [
        path.replace(/\.ts$/, ".js"),
        own.replaceAll("../dist/", "../src/").replaceAll(/(src\/[a-z]+)\.ts/g, "$1.js"),
      ];
    }),
  );
}

/** Code as its author would have written it without types. */
function withoutTypes(text: string): string {
  const checkedOnly = /^ *default:\n(?: *\/\/.*\n)* *\w+ satisfies never;\n/gm;
  const { code } = transformSync(text.replaceAll(checkedOnly, ""), { mode: "strip-only" });
  // A comment that is followed by nothing was that of a type.
  const clean = code.replaceAll(/^\/\*\*(?:[^*]|\*(?!\/))*\*\/\n[ \t]*\n/gm, "");
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  const style = ["--indent-style=space", "--line-width=100"];
  const words = [biome, "format", ...style, "--stdin-file-path=code.js"];
  return execFileSync(process.execPath, words, { cwd: root, input: clean, encoding: "utf8" });
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function builtInOf(kind: string): string[] {
  return readdirSync(join(root, "packages"))
    .filter((name) => name.startsWith(`${kind}-`))
    .map((name) => name.slice(kind.length + 1));
}
