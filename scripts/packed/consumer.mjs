import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

/** Under what a program can import code: `@chatexport/document/options`. */
export function entriesOf({ name, exports }) {
  return Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([path]) => name + path.slice(1));
}

const strict = {
  target: "es2023",
  strict: true,
  exactOptionalPropertyTypes: true,
  // No types go unchecked but those that come with TypeScript.
  skipDefaultLibCheck: true,
  noEmit: true,
};

/** Compiles programs, each of which lies in a folder of its own, as those for Node, with its types. */
export function compileForNode(stage, root, programs) {
  const typeRoots = [join(stage.root, "node_modules/@types")];
  const options = { module: "nodenext", lib: ["es2023"], types: ["node"], typeRoots };
  return compile(stage, root, programs, options);
}

/** Compiles programs, each of which lies in a folder of its own, as bundlers do, with the types of browsers. */
export function compileForBundlers(stage, root, programs) {
  const options = { module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom"] };
  return compile(stage, root, programs, { ...options, types: [] });
}

async function compile(stage, root, programs, options) {
  const files = programs.map(([folder, program]) => {
    const path = join(folder, "consumer.mts");
    writeFileSync(path, program);
    return path;
  });
  const config = { compilerOptions: { ...strict, ...options }, files };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(stage.root, "node_modules/typescript/bin/tsc");
  await run(stage, [process.execPath, compiler, "--project", root], { cwd: root });
}

/** A program that imports everything. */
export function importing(entries) {
  return entries.map((entry, index) => `export * as entry${index} from "${entry}";\n`).join("");
}

/** Entries whose default export makes a plugin. */
const plugin = /^@chatexport\/(source|sink)-[^/]+$/;
const factories = { source: "SourceFactory", sink: "SinkFactory" };

/** A program in which plugins are what core says of their kind. */
export function makingPlugins(entries) {
  return entries
    .filter((entry) => plugin.test(entry))
    .map((entry, index) => {
      const factory = factories[plugin.exec(entry)[1]];
      return `import create${index} from "${entry}";
import type { ${factory} as Factory${index} } from "@chatexport/core";
export const plugin${index}: ReturnType<Factory${index}> = create${index}();\n`;
    })
    .join("");
}

/** A program that imports everything, requires it, too, and makes each plugin. */
export function using(entries) {
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
