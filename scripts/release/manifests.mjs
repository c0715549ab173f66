// What the manifests of packages say when they are published.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes the manifests of all packages below a folder as they are published, and gives a function that writes
 * them back. npm shows the `address` of the repository, follows the links of a README there, and publishes nothing
 * with provenance that names another place.
 */
export function writeManifests(root, address) {
  const paths = readdirSync(join(root, "packages")).map((name) => [
    name,
    join(root, "packages", name, "package.json"),
  ]);
  const before = new Map(paths.map(([, path]) => [path, readFileSync(path, "utf8")]));
  for (const [name, path] of paths) {
    const manifest = published(JSON.parse(before.get(path)), `packages/${name}`, address);
    writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

/** Without what only this repository has: sources, scripts, and packages for development. */
function published({ scripts: _, devDependencies: __, ...manifest }, directory, address) {
  const exports = Object.entries(manifest.exports).map(([path, target]) => {
    if (typeof target === "string") return [path, target];
    const { "@chatexport/source": _source, ...others } = target;
    return [path, others];
  });
  return {
    ...manifest,
    exports: Object.fromEntries(exports),
    ...(address && {
      repository: { type: "git", url: `git+${address}.git`, directory },
      homepage: `${address}/tree/main/${directory}#readme`,
      bugs: `${address}/issues`,
    }),
  };
}
