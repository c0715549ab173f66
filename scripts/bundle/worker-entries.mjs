import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const url = /new URL\("(\.[^"]+)\.js", import\.meta\.url\)/g;

/**
 * Makes an entry of each module below `sources` that another one names as `new URL("./x.js",
 * import.meta.url)`: nothing imports what a thread of its own runs.
 */
export function workerEntries(sources) {
  return {
    name: "worker-entries",
    transform(code, id) {
      const changed = code.replace(url, (text, path) => {
        const file = join(dirname(id), `${path}.ts`);
        if (!existsSync(file)) return text;
        const name = relative(sources, file.slice(0, -".ts".length)).replaceAll(sep, "/");
        this.emitFile({ type: "chunk", id: file, name });
        // Whoever names it will lie in dist itself.
        return `new URL("./${name}.js", import.meta.url)`;
      });
      return changed === code ? undefined : { code: changed };
    },
  };
}
