import { readFileSync } from "node:fs";

// Thousands of pages have the same ones.
const known = new WeakMap<readonly string[], string>();

/** The style sheets of this package with these names, joined. */
export function readStyles(names: readonly string[]): string {
  return joined(names, (name) => `../styles/${name}.css`);
}

/** The scripts of this package with these names, joined. */
export function readScripts(names: readonly string[]): string {
  return joined(names, (name) => `../dist/client/${name}`);
}

function joined(names: readonly string[], pathOf: (name: string) => string): string {
  const text = known.get(names) ?? names.map((name) => read(pathOf(name))).join("\n");
  known.set(names, text);
  return text;
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
