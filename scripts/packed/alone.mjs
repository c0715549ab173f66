import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { projectOf } from "./stage.mjs";

/**
 * Installs one package by its name, so with what it depends on and nothing else, compiles a strict
 * program that imports all that it exports, and runs it under each Node.
 */
export async function checkAlone(stage, { name, manifest }) {
  const folder = projectOf(stage, `alone ${name.replace("/", " ")}`);
  await run(stage, ["npm", "install", "--no-audit", "--no-fund", name], { cwd: folder });
  if (!readDatabases.has(name) && existsSync(join(folder, "node_modules/better-sqlite3")))
    throw new Error(`${name} brings a driver for databases`);

  const entries = entriesOf(manifest);
  for (const [index, { isForNode, ...compilerOptions }] of compilations(stage.root).entries()) {
    const imported = entries.filter((entry) => isForNode || !needsNode.test(entry));
    writeFileSync(join(folder, "consumer.mts"), typedProgram(imported));
    const config = join(folder, `tsconfig.${index}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ["consumer.mts"] }));
    const compiler = join(stage.root, "node_modules/typescript/bin/tsc");
    await run(stage, [process.execPath, compiler, "--project", config], { cwd: folder });
  }

  writeFileSync(join(folder, "consumer.mjs"), program(entries));
  for (const node of Object.values(stage.nodes))
    await run(stage, [node, "--no-warnings", "consumer.mjs"], { cwd: folder, node });
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const others = Object.keys(packages).length - 2;
  return `imported, required and compiled: ${entries.join(", ")}; other packages: ${others}`;
}

/** Entries for programs that work on files themselves, whose types name those of Node. */
const needsNode = /\/(?:paths|records|transplant)$/;

const readDatabases = new Set([
  "@chatexport/relocate",
  "@chatexport/source-cursor",
  "@chatexport/sqlite",
  "@chatexport/transplant",
]);

/** Under what a program can import code: `@chatexport/document/options`. */
function entriesOf({ name, exports }) {
  return Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([path]) => name + path.slice(1));
}

/**
 * Both ways to look for packages: of Node, with its types, and of bundlers, with those of browsers,
 * which TypeScript takes when nothing is said. No types go unchecked but those that come with TypeScript.
 */
function compilations(root) {
  const strict = {
    target: "es2023",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipDefaultLibCheck: true,
    noEmit: true,
  };
  const typeRoots = [join(root, "node_modules/@types")];
  return [
    {
      ...strict,
      module: "nodenext",
      lib: ["es2023"],
      types: ["node"],
      typeRoots,
      isForNode: true,
    },
    { ...strict, module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom"], types: [] },
  ];
}

const factories = { source: "SourceFactory", sink: "SinkFactory" };

/** Entries whose default export makes a plugin. */
const plugin = /^@chatexport\/(source|sink)-[^/]+$/;

/** Imports everything; what a package makes is what core says of its kind. */
function typedProgram(entries) {
  return entries
    .map((entry, index) => {
      const [, kind] = plugin.exec(entry) ?? [];
      if (kind === undefined) return `export * as entry${index} from "${entry}";\n`;
      return `import create${index} from "${entry}";
import type { ${factories[kind]} as Factory${index} } from "@chatexport/core";
export const plugin${index}: ReturnType<Factory${index}> = create${index}();\n`;
    })
    .join("");
}

/** Imports everything, requires it, too, as programs in CommonJS do, and makes each plugin. */
function program(entries) {
  return `import assert from "node:assert";
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
for (const entry of ${JSON.stringify(entries)}) {
  const module = await import(entry);
  assert(Object.keys(module).length > 0, entry);
  assert.equal(require(entry).default, module.default, entry);
  if (${plugin}.test(entry)) assert.equal(typeof module.default().name, "string");
}
`;
}
