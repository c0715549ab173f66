import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A source as a module, with two sessions of its own. */
export function sourceModule(name: string, { first = "", version = 1 } = {}): string {
  return `${first}
export const options = {
  loud: { type: "boolean", description: "Whether to shout" },
};
const at = "2026-03-01T10:00:00.000Z";
export default ({ roots = ["/invented"], loud } = {}) => ({
  name: ${JSON.stringify(name)},
  apiVersion: ${version},
  async stores() {
    return roots.map((path) => ({ path, format: "invented", found: true, readable: true, sessions: 2 }));
  },
  async *list() {
    for (const id of ["11111111-one", "22222222-two"])
      yield {
        id, source: ${JSON.stringify(name)}, title: "Of ${name}: " + id.slice(9),
        startedAt: at, updatedAt: at, revision: "1", locator: null,
      };
  },
  async load({ id, title }) {
    const text = "Hello from ${name}";
    const parts = [{ type: "text", text: loud ? text.toUpperCase() : text }];
    return {
      schemaVersion: 1, id, source: ${JSON.stringify(name)}, format: "invented", title,
      startedAt: at, updatedAt: at,
      messages: [{ id: "m1", role: "user", createdAt: at, parts }],
      records: { read: 1, kept: 1 }, origin: { path: "/invented/" + id },
    };
  },
});
`;
}

/** A source as a module, in whose second session a call has data nested so deep that no recursion ends. */
export function endlessSourceModule(name: string): string {
  const call =
    '{ type: "tool-call", id: "c", name: "Paint", kind: "other", status: "completed", input }';
  const deep = "let input = 1; for (let depth = 0; depth < 1e5; depth++) input = { input };";
  return sourceModule(name).replace(
    "return {",
    `if (id === "22222222-two") { ${deep} parts.push(${call}); }\n    return {`,
  );
}

/** A sink as a module: plain text, with an image beside each document and an index. */
export function sinkModule(name: string, { layout = "file", extension = "txt" } = {}): string {
  return `
export const options = {
  mark: { type: "string", description: "What stands before each text", values: [">", "-"] },
};
export default ({ mark = ">" } = {}) => ({
  name: ${JSON.stringify(name)},
  apiVersion: 1,
  extension: ${JSON.stringify(extension)},
  mediaType: "text/plain",
  layout: ${JSON.stringify(layout)},
  keeps: new Set(),
  async *render({ title, messages }, { asset, index }) {
    yield title + "\\n";
    for (const { parts } of messages)
      for (const { text } of parts) yield mark + " " + text + "\\n";
    const link = await asset(new Uint8Array([1, 2, 3]), "image/png", "dot.png");
    yield "image: " + (link ?? "none") + "\\n";
    if (index !== undefined) yield "index: " + index + "\\n";
  },
  async *index(entries) {
    for (const { href } of entries) yield href + "\\n";
  },
});
`;
}

/**
 * Writes a sink into a folder, and gives its path. From its fifth document on, each thread waits while
 * `held` is in the working directory, unless the run is interrupted.
 */
export function writeHeldSink(folder: string): string {
  const path = join(folder, "lines.mjs");
  writeFileSync(
    path,
    `import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
let count = 0;
export default () => ({
  name: "lines", apiVersion: 1, extension: "txt", mediaType: "text/plain", keeps: new Set(),
  async *render({ id }, { signal }) {
    yield "Session " + id;
    if (++count >= 5) while (existsSync("held") && !signal.aborted) await setTimeout(5);
    signal.throwIfAborted();
    yield ".\\n";
  },
});
`,
  );
  return path;
}

/** The manifest of a package; its module is an ES module that only `import` finds. */
export interface Manifest {
  version?: string;
  description?: string;
  [field: string]: unknown;
}

/** Writes a package into a `node_modules` folder, or another one; returns its folder. */
export function writePackage(
  folder: string,
  name: string,
  module: string,
  manifest: Manifest = {},
): string {
  const own = join(folder, name);
  const exports = { ".": { import: "./lib/main.js" } };
  const content = { name, version: "1.2.3", type: "module", exports, ...manifest };
  writeFiles(own, { "package.json": JSON.stringify(content), "lib/main.js": module });
  return own;
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A line of a module that leaves a file, so that whether it was run can be seen. */
export function traceOf(path: string): string {
  return `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(path)}, "");`;
}
