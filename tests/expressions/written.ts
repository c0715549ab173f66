import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vitest/node";

/** A regular expression and the file that it stands in. */
export interface Expression {
  /** Below `packages`, with slashes. */
  file: string;
  source: string;
  flags: string;
}

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** Every regular expression that is written out in the source of a package. */
export function writtenExpressions(): Expression[] {
  return sourceFiles().flatMap((path) => {
    const file = relative(packages, path).replaceAll("\\", "/");
    const found: Expression[] = [];
    visit(parseAst(readFileSync(path, "utf8"), { lang: "ts" }), ({ regex }) => {
      if (regex) found.push({ file, source: regex.pattern, flags: regex.flags });
    });
    return found;
  });
}

/** The files in which expressions are put together while the program runs. */
export function filesThatBuild(): string[] {
  return sourceFiles()
    .filter((path) => /\bRegExp\(/.test(readFileSync(path, "utf8")))
    .map((path) => relative(packages, path).replaceAll("\\", "/"));
}

/** The checks of plugins see the texts of a plugin's author only. */
function sourceFiles(): string[] {
  return readdirSync(packages)
    .filter((name) => name !== "testkit")
    .flatMap((name) => {
      const folder = join(packages, name, "src");
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => join(folder, path));
    })
    .sort();
}

interface Node {
  regex?: { pattern: string; flags: string };
}

function visit(node: unknown, use: (node: Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ("regex" in node) use(node as Node);
  for (const inner of Object.values(node)) visit(inner, use);
}
