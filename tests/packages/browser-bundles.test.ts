import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Manifest {
  name: string;
  exports?: Record<string, string | { browser?: string }>;
}

/** The entries of all packages that say what a browser loads. */
const entries = readdirSync(join(root, "packages")).flatMap((name) => {
  const folder = join(root, "packages", name);
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.entries(manifest.exports ?? {}).flatMap(([entry, paths]) => {
    const browser = typeof paths === "string" ? undefined : paths.browser;
    return browser === undefined
      ? []
      : [{ entry: `${manifest.name}${entry.slice(1)}`, path: join(folder, browser) }];
  });
});

test("what runs in a browser is there for it", () => {
  expect(entries.map(({ entry }) => entry)).toEqual(
    expect.arrayContaining([
      "@chatexport/core",
      "@chatexport/sink-html/to-html",
      "@chatexport/sink-markdown/to-markdown",
      "@chatexport/source-claude/parse-session",
    ]),
  );
});

test.each(entries)("$entry bundles for a browser without a warning", async ({ path }) => {
  const warnings: string[] = [];
  const bundle = await rolldown({
    input: path,
    platform: "browser",
    onLog: (level, { message }) => {
      if (level === "warn") warnings.push(message);
    },
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const code = output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
  expect(warnings).toEqual([]);
  expect(code).not.toMatch(/from ?"node:|import ?"node:/);
});
