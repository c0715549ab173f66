import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The package that reports nothing but what it leaves alone while it moves a project. */
const mover = "relocate";

test("docs/diagnostics.md says what the makers of diagnostics say", () => {
  const script = join(root, "scripts/diagnostics-page.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

test("docs/diagnostics.md explains each code, in alphabetical order", () => {
  const page = readFileSync(join(root, "docs/diagnostics.md"), "utf8");
  const rows = [...page.matchAll(/^- `([a-z-]+)` \(\w/gm)].map(([, code]) => code);
  expect(rows).toEqual([...rows].sort());
  expect(rows).toEqual([...codesIn((name) => name !== mover)].sort());
});

test("each package makes its diagnostics in diagnostics.ts, and nowhere else", () => {
  const elsewhere = packages((name) => name !== mover)
    .flatMap(sourcesOf)
    .filter((path) => basename(path) !== "diagnostics.ts" && codesOf(path).length > 0);
  expect(elsewhere.map((path) => relative(root, path))).toEqual([]);
});

test("docs/move.md explains each code, in alphabetical order", () => {
  const page = readFileSync(join(root, "docs/move.md"), "utf8");
  const rows = [...page.matchAll(/^- (`[a-z]+-[a-z-]+`(?:, `[a-z-]+`)*): /gm)].flatMap(
    ([, codes = ""]) => codes.replaceAll("`", "").split(", "),
  );
  expect(rows).toEqual([...rows].sort());
  const blockers = ["editor-open", "file-open", "session-open"];
  // Notes of which only the place differs stand in tables.
  const tables = sourcesOf(mover).filter((path) => basename(path) === "notes.ts");
  const inTables = tables.flatMap((path) =>
    Array.from(readFileSync(path, "utf8").matchAll(/"([a-z]+-[a-z-]+)":/g), ([, code]) => code),
  );
  const codes = new Set([...codesIn((name) => name === mover), ...inTables]);
  expect([...rows, ...blockers].sort()).toEqual([...codes].sort());
});

/** The codes of all diagnostics that some packages make. */
function codesIn(isWanted: (name: string) => boolean): Set<string> {
  return new Set(packages(isWanted).flatMap(sourcesOf).flatMap(codesOf));
}

function packages(isWanted: (name: string) => boolean): string[] {
  return readdirSync(join(root, "packages")).filter(isWanted);
}

function sourcesOf(name: string): string[] {
  const folder = join(root, "packages", name, "src");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".ts")).map((path) => join(folder, path));
}

/** The codes of the diagnostics that a file makes; a notice of a message has a code, too. */
function codesOf(path: string): string[] {
  const text = readFileSync(path, "utf8").replaceAll(/type: "notice".*/g, "");
  return [...text.matchAll(/\bcode: "([a-z]+(?:-[a-z]+)+)"/g)].flatMap(([, code]) => code ?? []);
}
