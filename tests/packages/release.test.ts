import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const changesets = join(repository, "node_modules/@changesets/cli/bin.js");

test("a release gives all packages that are published the next version", () => {
  const packages = readdirSync(join(repository, "packages"));
  const workspace = [
    ...packages.map((name) => `packages/${name}`),
    "scripts/reference",
    "scripts/site",
    "tests",
  ];
  const root = copyOf([
    ...[".changeset", "package.json", "pnpm-workspace.yaml"],
    ...workspace.map((folder) => `${folder}/package.json`),
  ]);
  // Right after a release there is none.
  writeFileSync(join(root, ".changeset", "own.md"), '---\n"chatexport": patch\n---\n\nText\n');
  execFileSync(process.execPath, [changesets, "version"], { cwd: root, stdio: "pipe" });
  const versionIn = (folder: string, name: string) =>
    JSON.parse(readFileSync(join(folder, "packages", name, "package.json"), "utf8")).version;
  // Those that nothing has changed in keep theirs; that of the program is the next one of all others.
  const next = versionIn(root, "cli");
  expect(next).not.toBe(versionIn(repository, "cli"));
  for (const name of packages) {
    const version = versionIn(root, name);
    expect([next, versionIn(repository, name)]).toContain(version);
    // A package that was never published needs a changeset that makes it 0.1.0 or more.
    expect(version, name).not.toMatch(/^0\.0\./);
  }
});

test("a release of a package that is joined into the program is one of the program", () => {
  const { devDependencies } = JSON.parse(
    readFileSync(join(repository, "packages/cli/package.json"), "utf8"),
  );
  const folder = join(repository, ".changeset");
  const named = readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => namedIn(readFileSync(join(folder, name), "utf8")));
  const joined = named.filter((name) => name in devDependencies);
  // What to do when it fails: let a changeset of the package name the program, too.
  if (joined.length > 0) expect(named).toContain("chatexport");
});

test("a release that plugins have to ask for is one of their generator", () => {
  const folder = join(repository, ".changeset");
  const changesets = readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const asked = /^"@chatexport\/(?:core|testkit)": (?:minor|major)$/m;
  if (changesets.some((text) => asked.test(text)))
    expect(changesets.flatMap(namedIn)).toContain("create-chatexport-plugin");
});

/** The packages that a changeset names. */
function namedIn(changeset: string): string[] {
  const [, head = ""] = /^---\n([\s\S]*?)\n---/.exec(changeset) ?? [];
  return [...head.matchAll(/^"(.+)":/gm)].map(([, name = ""]) => name);
}

/** A folder with a part of this repository, and the packages that are installed here. */
function copyOf(paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "chatexport-release-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(repository, path), join(root, path), { recursive: true });
  }
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  return root;
}
