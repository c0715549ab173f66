import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** An import of one file of a package by another one, both relative to `src`. */
interface Arrow {
  from: string;
  to: string;
}

/** The arrows between the files of a package, those of types included. */
function arrowsIn(name: string): Arrow[] {
  const source = join(packages, name, "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((from) => {
      const text = readFileSync(join(source, from), "utf8");
      const specifiers = text.matchAll(/(?:\bfrom |\bimport\()"(\.[^"]+)"/g);
      return [...specifiers].map(([, specifier = ""]) => ({
        from,
        to: relative(source, normalize(join(source, dirname(from), specifier))),
      }));
    });
}

/** The two folders between which an arrow goes, where their paths part; a file may stand for its own. */
function foldersOf({ from, to }: Arrow): [string, string] {
  const [a, b] = [from.split("/"), to.split("/")];
  let depth = 0;
  while (a[depth] === b[depth]) depth += 1;
  const at = (path: string[]) => path.slice(0, depth + 1).join("/");
  return [at(a), at(b)];
}

describe("inside a package", () => {
  test.each(readdirSync(packages))("no two folders of %s import each other", (name) => {
    const pairs = new Set(arrowsIn(name).map((arrow) => foldersOf(arrow).join(" → ")));
    const both = [...pairs].filter((pair) => {
      const [from = "", to = ""] = pair.split(" → ");
      return from < to && pairs.has(`${to} → ${from}`);
    });
    expect(both).toEqual([]);
  });
});

test("the command line depends downwards: commands, host, options, terminal", () => {
  const floors = ["terminal", "options", "host", "commands"];
  const floorOf = (path: string) => floors.indexOf(path.split("/")[0] ?? "");
  const upwards = arrowsIn("cli").filter(
    ({ from, to }) => floorOf(from) >= 0 && floorOf(to) > floorOf(from),
  );
  expect(upwards).toEqual([]);
});
