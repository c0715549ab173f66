import { readdirSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";
import { atOnce } from "./at-once.mjs";
import { entriesOf, readManifest } from "./manifest.mjs";
import { workerEntries } from "./worker-entries.mjs";

/** Scripts of pages, which tsc makes. */
const client = /^client[\\/]/;

/**
 * Writes the code of a package into its dist: a file for each entry, one for each part that is loaded
 * when it is needed, and files for what they share. What other packages have stays theirs. Removes code
 * of dist that an earlier source left.
 */
export async function bundlePackage(folder) {
  const dist = join(folder, "dist");
  const entries = entriesOf(folder);
  const { plugin, isAtOnce } = atOnce(Object.values(entries));
  const bundle = await rolldown({
    cwd: folder,
    input: entries,
    platform: "node",
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    plugins: [plugin, workerEntries(join(folder, "src"))],
    // A part that is loaded when it is needed by one may be loaded at once by another.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: dist,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minifyInternalExports: false,
    codeSplitting: {
      groups: [
        { name: "at-once", test: isAtOnce, minShareCount: 2 },
        // What fewer share, most parts would load in vain.
        { name: "when-needed", minShareCount: 4 },
      ],
    },
  });
  await bundle.close();
  refuseStrangers(folder, output);
  const made = new Set(output.map(({ fileName }) => join(fileName)));
  for (const path of readdirSync(dist, { recursive: true }))
    if (path.endsWith(".js") && !client.test(path) && !made.has(path)) rmSync(join(dist, path));
}

/** Throws when built code imports a package that is not installed with it, as helpers of the bundler. */
function refuseStrangers(folder, output) {
  const { name, dependencies, optionalDependencies, peerDependencies } = readManifest(folder);
  const known = new Set(
    [dependencies, optionalDependencies, peerDependencies].flatMap((some) =>
      Object.keys(some ?? {}),
    ),
  );
  const files = new Set(output.map(({ fileName }) => fileName));
  for (const { imports = [], dynamicImports = [] } of output)
    for (const id of [...imports, ...dynamicImports]) {
      const [packageName] = /^(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
      if (!files.has(id) && !isBuiltin(id) && !known.has(packageName))
        throw new Error(`${name} would import ${id}, which is not among its dependencies.`);
    }
}
