import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What runs in the program's package, besides what it exports. */
const program = "main";

/** What the package.json of a folder says. */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/**
 * The entries of a package: the files of dist that its `exports` name, without `.js`, and the sources
 * of which they are made, as `{ "config/define-config": "…/src/config/define-config.ts" }`.
 */
export function entriesOf(folder) {
  const exported = Object.values(readManifest(folder).exports).flatMap(
    ({ default: path }) => /^\.\/dist\/(.+)\.js$/.exec(path)?.[1] ?? [],
  );
  const sourceOf = (name) => join(folder, "src", `${name}.ts`);
  const names = existsSync(sourceOf(program)) ? [...exported, program] : exported;
  return Object.fromEntries(names.map((name) => [name, sourceOf(name)]));
}
