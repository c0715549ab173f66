import { readFileSync } from "node:fs";

// Thousands of pages have the same ones.
const known = new WeakMap<readonly string[], string>();

/** The style sheets of this package with these names, joined. */
export function readStyles(names: readonly string[]): string {
  return joined(names, (name) => squeezed(read(`../styles/${name}.css`)));
}

/** The scripts of this package with these names, joined. */
export function readScripts(names: readonly string[]): string {
  return joined(names, (name) => read(`../dist/client/${name}`));
}

function joined(names: readonly string[], textOf: (name: string) => string): string {
  const text = known.get(names) ?? names.map(textOf).join("\n");
  known.set(names, text);
  return text;
}

/** A style sheet of ours without comments and the space between its words, which would be in every page. */
function squeezed(text: string): string {
  return text
    .replace(/\/\*[^*]*\*\//g, "")
    .replace(/\n\s*/g, "\n")
    .replace(/^([\w-]+): /gm, "$1:")
    .replace(/ ?([{};,])\n/g, "$1")
    .replaceAll(";}", "}")
    .trim();
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
