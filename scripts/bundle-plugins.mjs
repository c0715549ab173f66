// Plugins of the bundler.
import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

/**
 * Exports values instead of getters, which would run at each use; throws for a name to which another value can be
 * assigned. What files ask for gets short names, as those are read so often. A file whose compiled code was kept cannot
 * import by itself: what has loaded it gives it `$import`.
 */
export const commonFiles = {
  name: "common-files",
  renderChunk(code) {
    const getter =
      /^Object\.defineProperty\(exports, "(\w+)", \{\s+enumerable: true,\s+get: function \(\) \{\s+return ([\w$]+);\s+\}\s+\}\);\n?/gm;
    const pairs = Array.from(code.matchAll(getter), ([, name, value]) => ({ name, value }));
    for (const { value } of pairs)
      if (code.includes(`\nlet ${value} `) || code.includes(`\nlet ${value};`))
        throw new Error(`${value} is exported, and may change.`);
    const names = pairs.map(({ name, value }) => (name === value ? name : `${name}: ${value}`));
    const exported = names.length > 0 ? `Object.assign(exports, { ${names.join(", ")} });` : "";
    const importing = 'await (typeof $import === "undefined" ? (path) => import(path) : $import)(';
    const text = code.replace(getter, "").replaceAll(/\bawait import\(/g, importing) + exported;
    const asked = Array.from(code.matchAll(/^const require_(\w+) = require\("\.\//gm));
    return asked.reduce((result, [, name]) => {
      const uses = new RegExp(`\\brequire_${name}(?= = require\\(|\\.)`, "g");
      return result.replaceAll(uses, () => `$${name}`);
    }, text);
  },
};

/** Takes what a library for servers has for browsers: for Node it brings a validator that writes code at run time. */
export const smallServer = {
  name: "small-server",
  resolveId: {
    filter: { id: /^@modelcontextprotocol\/server\/_shims$/ },
    handler: (_, importer) => join(dirname(importer), "shimsBrowser.mjs"),
  },
};

/** Runs modules named `*.computed.ts` while a package is built, and keeps what they export as JSON. */
export function computed(dist, isForeign) {
  async function valuesOf(id) {
    const file = join(dist, `${basename(id, ".ts")}.mjs`);
    const bundle = await rolldown({ input: id, platform: "node", external: isForeign });
    await bundle.write({ file, codeSplitting: false });
    await bundle.close();
    return import(pathToFileURL(file)).finally(() => rmSync(file));
  }
  const handler = async (id) => {
    const lines = Object.entries(await valuesOf(id)).map(([name, value]) => {
      // The quickest way to an object that is large.
      return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`;
    });
    return { code: lines.join("\n"), moduleType: "js" };
  };
  return { name: "computed", load: { filter: { id: /\.computed\.ts$/ }, handler } };
}
