// Joins the code of the package in this folder into a few files of its dist: hundreds of small modules
// make a program start a quarter slower. Into a program, which has a `bin`, the code of all packages is
// joined that are not installed with it; their licences lie beside it, and its types are one file. Types and
// the scripts of pages are made by tsc, which says what is wrong: nothing is checked here.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { commonFiles, computed, smallServer } from "./bundle-plugins.mjs";
import { joinRequired, joinTypes, requiredIn, strictly } from "./join.mjs";
import { isInstalled, writeLicences } from "./licences.mjs";
import { shortenLibraries, shortenScripts } from "./shorten.mjs";

/** Scripts of pages, which tsc makes. */
const client = /^client[\\/]/;
/** The files that run without being exported: the program, and threads, which nothing imports. */
const started = /^main\.ts$|-worker\.ts$/;
/** Loads a program from compiled code, which V8 gives for CommonJS alone. */
const loader = "compile-cache.ts";

/**
 * Writes the code of a package into its dist: a file for each entry, one for each part that is loaded
 * when it is needed, and files for what they share. Removes code of dist that an earlier source left.
 */
export async function bundlePackage(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [source, dist] = [join(folder, "src"), join(folder, "dist")];
  const isForeign = foreignTo(manifest);
  const entries = Object.values(manifest.exports);
  const sourceOf = (path) => join(source, `${nameOf(path)}.ts`);
  const exported = entries.flatMap(({ default: path, browser = path }) =>
    path === undefined
      ? []
      : [...new Set([path, browser])].map((each) => [nameOf(each), sourceOf(each)]),
  );
  const others = readdirSync(source, { recursive: true }).filter((path) => started.test(path));
  const programs = others.map((path) => [basename(path, ".ts"), join(source, path)]);
  /** The files that a browser loads, too. */
  const portable = new Set(entries.flatMap(({ browser }) => (browser ? sourceOf(browser) : [])));
  const initial = new Set(exported.map(([, path]) => path));
  /** The files that the package itself and the entries for Node alone load at once. */
  const ofNode = new Set(
    entries.flatMap(({ browser, default: path }, index) =>
      path === undefined || (browser === path && index > 0) ? [] : sourceOf(path),
    ),
  );
  for (const path of others) if (!path.endsWith("-worker.ts")) initial.add(join(source, path));
  // Before a page is put together of them.
  shortenScripts(join(dist, "client"));
  const output = [];
  if (existsSync(join(source, loader))) {
    await write("cjs", [[basename(loader, ".ts"), join(source, loader)]]);
    await write("cjs", programs);
    await write("es", exported);
  } else await write("es", [...exported, ...programs]);
  const made = new Set(output.map(({ fileName }) => join(fileName)));
  const required = isProgram(manifest) ? await joinRequired(dist, [...made], isForeign) : [];
  if (isProgram(manifest)) await joinTypes(folder, manifest);
  refuseUnlisted(manifest, output, made, dist);
  // Last, because names by which code asks for a package are read before.
  for (const chunk of output) shortenLibraries(join(dist, chunk.fileName), chunk.modules ?? {});
  writeLicences(
    join(dist, "licences.md"),
    [...output, ...required].flatMap(({ moduleIds = [] }) => moduleIds),
  );
  for (const { fileName } of required) made.add(fileName);
  for (const path of readdirSync(dist, { recursive: true }))
    if (/\.c?js$/.test(path) && !client.test(path) && !made.has(path)) rmSync(join(dist, path));

  /** Joins what entries import, into files of a format. */
  async function write(format, entries) {
    const extension = format === "cjs" ? "cjs" : "js";
    const bundle = await rolldown({
      cwd: folder,
      input: Object.fromEntries(entries),
      platform: "node",
      external: isForeign,
      // Code for "main" may ask for its parts in ways that cannot be followed.
      resolve: { mainFields: ["module", "main"] },
      preserveEntrySignatures: "allow-extension",
      plugins: [
        { name: "initial", buildEnd: addImported },
        computed(dist, isForeign),
        smallServer,
        ...(format === "cjs" ? [commonFiles] : []),
      ],
      // A part that is loaded when it is needed by one may be loaded at once by another. A busy machine is slow.
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      // Names of files say nothing to people who have none of them.
      experimental: { attachDebugInfo: "none" },
      onLog: strictly,
    });
    const written = await bundle.write({
      dir: dist,
      format,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: (chunk) => `${chunkName(chunk)}.${extension}`,
      minifyInternalExports: false,
      // Types have the first; the second tell those who join the code into theirs what they need not take.
      comments: { jsdoc: false, annotation: !isProgram(manifest) },
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          // What joined packages share is a file with the name of each.
          { name: joinedName, debugName: "joined" },
          { name: "portable", test: (id) => portable.has(id) && ofNode.has(id), minShareCount: 2 },
          { name: "portable-parts", test: (id) => portable.has(id), minShareCount: 2 },
          { name: "at-once", test: (id) => initial.has(id), minShareCount: 2 },
          // Most commands change nothing, and would load it in vain.
          { name: "changes", test: /[\\/]host[\\/]changes[\\/]/ },
          // What fewer share, most parts would load in vain.
          { name: "when-needed", test: (id) => !isInstalled(id), minShareCount: 5 },
        ],
      },
    });
    await bundle.close();
    output.push(...written.output);
  }

  /** Adds what is there as soon as an entry is; a set grows while it is walked. */
  function addImported() {
    for (const ids of [initial, portable, ofNode])
      for (const id of ids)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
    const needed = [...portable].filter(isNode);
    if (needed.length > 0)
      throw new Error(`Browsers load ${manifest.name}, which needs ${needed.join(", ")}.`);
  }
}

/**
 * The name of the package of a module that is joined, unless it is only loaded when it is needed; what the parts that
 * are loaded so share is a file of its own.
 */
function joinedName(id, context) {
  const [, name] = joined.exec(id) ?? [];
  const { importers = [] } = context.getModuleInfo(id) ?? {};
  if (name === undefined || importers.length === 0) return null;
  return isLoadedAtOnce(id, context) ? name : `${name}.parts`;
}

const joined = /[\\/]packages[\\/]([^\\/]+)[\\/]dist[\\/][^\\/]/;

/** Tells if a module of a joined package is there as soon as another package, or the program, imports that package. */
function isLoadedAtOnce(id, context, seen = new Set()) {
  seen.add(id);
  const [, name] = joined.exec(id) ?? [];
  const { importers = [] } = context.getModuleInfo(id) ?? {};
  return (
    /[\\/]dist[\\/]index\.js$/.test(id) ||
    importers.some(
      (importer) =>
        joined.exec(importer)?.[1] !== name ||
        (!seen.has(importer) && isLoadedAtOnce(importer, context, seen)),
    )
  );
}

/** The name of an entry, from the path of its code in dist. */
function nameOf(path) {
  return /^\.\/dist\/(.+)\.js$/.exec(path)[1];
}

/** An export of a joined package is a file with its name, too; all others have the name of their contents. */
function chunkName({ facadeModuleId }) {
  const [, name] =
    /[\\/]packages[\\/]([^\\/]+)[\\/]dist[\\/]index\.js$/.exec(facadeModuleId ?? "") ?? [];
  return name === undefined ? "[name]" : `${name}.index`;
}

/** Tells whether a module is of Node, or of a package that is not joined into this one. */
function foreignTo(manifest) {
  const installed = installedWith(manifest);
  return (id) => {
    if (id.startsWith(".") || isAbsolute(id)) return false;
    return !isProgram(manifest) || isNode(id) || installed.has(packageOf(id));
  };
}

/** A program brings the code that it runs; a library asks for it. */
function isProgram(manifest) {
  return manifest.bin !== undefined;
}

/** The names of the packages that are there wherever a package is, which is one of them. */
function installedWith(manifest) {
  const kinds = ["dependencies", "optionalDependencies", "peerDependencies"];
  return new Set([manifest.name, ...kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))]);
}

/** Tells if it is a module of a Node, which may be newer than this one. */
function isNode(id) {
  return id.startsWith("node:") || isBuiltin(id);
}

function packageOf(id) {
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
}

/** Throws when built code needs a package that is not installed with it, as helpers of the bundler. */
function refuseUnlisted(manifest, output, made, dist) {
  const installed = installedWith(manifest);
  const needed = output.flatMap(({ fileName, imports = [], dynamicImports = [] }) => [
    ...imports,
    ...dynamicImports,
    ...requiredIn(join(dist, fileName)),
  ]);
  for (const id of needed)
    if (!made.has(id) && !isNode(id) && !installed.has(packageOf(id)))
      throw new Error(`${manifest.name} would import ${id}, which is not among its dependencies.`);
}

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url))
  await bundlePackage(process.cwd());
