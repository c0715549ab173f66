import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The package that reports nothing but what it leaves alone while it moves a project. */
const mover = "relocate";

test("docs/diagnostics.md explains each code, in alphabetical order", () => {
  const page = readFileSync(join(root, "docs/diagnostics.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (\w+) \|/gm)].map(([, code]) => code);
  expect(rows).toEqual([...rows].sort());
  expect(rows).toEqual([...codesIn((name) => name !== mover)].sort());
});

test("docs/move.md explains each code, in alphabetical order", () => {
  const page = readFileSync(join(root, "docs/move.md"), "utf8");
  const rows = [...page.matchAll(/^\| (`[a-z]+-[a-z-]+`(?:, `[a-z-]+`)*) \|/gm)].flatMap(
    ([, codes = ""]) => codes.replaceAll("`", "").split(", "),
  );
  expect(rows).toEqual([...rows].sort());
  const blockers = ["editor-open", "file-open", "session-open"];
  expect([...rows, ...blockers].sort()).toEqual([...codesIn((name) => name === mover)].sort());
});

/** The codes of all diagnostics that some packages make; a notice of a message has a code, too. */
function codesIn(isWanted: (name: string) => boolean): Set<string> {
  const sources = readdirSync(join(root, "packages")).filter(isWanted).flatMap(sourcesOf);
  const codes = sources.flatMap((path) => {
    const text = readFileSync(path, "utf8").replaceAll(/type: "notice".*/g, "");
    return [...text.matchAll(/\bcode: "([a-z]+(?:-[a-z]+)+)"/g)].flatMap(([, code]) => code ?? []);
  });
  return new Set(codes);
}

function sourcesOf(name: string): string[] {
  const folder = join(root, "packages", name, "src");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".ts")).map((path) => join(folder, path));
}
