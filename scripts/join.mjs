// What a program brings beside its joined code: the packages that it asks for when it needs them, and its types.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";

/** The form in which joined code asks for a package at the moment when it needs it. */
const required = /\brequire(?:\$\d+)?\("([^".][^"]*)"\)/g;

/** The names that such code takes at once: `{ BinaryReader, WireType } = require("…")`. */
const takenAtOnce = (id) => new RegExp(`\\{([\\w\\s,]+)\\} = require(?:\\$\\d+)?\\("${id}"\\)`);

/** Makes warnings errors: what cannot be found would be left outside with no more than a warning. */
export function strictly(level, log, handle) {
  handle(level === "warn" ? "error" : level, log);
}

/** The packages and modules of Node that a file of a dist asks for so. */
export function requiredIn(path) {
  return [...readFileSync(path, "utf8").matchAll(required)].map(([, id]) => id);
}

/**
 * Joins each package that is asked for so, and that is not installed with the program, into a file beside the
 * code, and lets the code ask for that. Of a package from which names are taken at once, only those are joined.
 * Resolves to what was written.
 */
export async function joinRequired(dist, made, isForeign) {
  const files = new Map();
  for (const name of made) {
    const path = join(dist, name);
    const code = readFileSync(path, "utf8");
    const joined = code.replace(required, (asked, id) => {
      if (isForeign(id)) return asked;
      const file = `${id.replaceAll(/\W+/g, "-").replace(/^-/, "")}.cjs`;
      files.set(id, { file, names: takenAtOnce(id).exec(code)?.[1] });
      return asked.replace(id, `./${file}`);
    });
    if (joined !== code) writeFileSync(path, joined);
  }
  const written = [];
  for (const [id, { file, names }] of files) {
    const cwd = join(dist, "..");
    const input = names === undefined ? id : join(dist, "taken.js");
    const taken = {
      name: "taken",
      resolveId: { order: "pre", handler: (path) => (path === input && names ? input : null) },
      load: (path) => (path === input && names ? `export {${names}} from "${id}";` : null),
    };
    const bundle = await rolldown({
      ...{ cwd, input, platform: "node", plugins: [taken] },
      onLog: strictly,
    });
    const { output } = await bundle.write({
      file: join(dist, file),
      format: "cjs",
      codeSplitting: false,
      // Nobody reads it here, and what is shorter starts sooner.
      minify: true,
    });
    await bundle.close();
    written.push(...output);
  }
  return written;
}

/**
 * Joins the declarations of each entry of a program into the file that its manifest names, so that nothing is
 * installed for types alone. No declaration counts as having an effect: one that adds to the types of a package
 * is only there where that is.
 */
export async function joinTypes(folder, { exports }) {
  const pure = {
    name: "pure",
    transform: { order: "post", handler: (code) => ({ code, moduleSideEffects: false }) },
  };
  for (const { types, default: code } of Object.values(exports)) {
    if (types === undefined) continue;
    const [, name] = /([^/]+)\.d\.ts$/.exec(types);
    const bundle = await rolldown({
      cwd: folder,
      input: { [name]: code.replace(/\.js$/, ".d.ts") },
      platform: "node",
      plugins: [dts({ dtsOnly: true, tsconfig: false, generator: "oxc" }), pure],
      onLog: strictly,
    });
    await bundle.write({ dir: join(folder, "dist") });
    await bundle.close();
  }
}
