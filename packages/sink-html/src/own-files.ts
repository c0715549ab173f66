import { scripts, styles } from "./own-files.computed.js";

// Thousands of pages have the same ones.
const known = new WeakMap<readonly string[], string>();

/** The style sheets of this package with these names, joined. */
export function readStyles(names: readonly string[]): string {
  return joined(names, (name) => styles[`${name}.css`]);
}

/** The scripts of this package with these names, joined. */
export function readScripts(names: readonly string[]): string {
  return joined(names, (name) => scripts[name]);
}

function joined(names: readonly string[], textOf: (name: string) => string | undefined): string {
  const text = known.get(names) ?? names.map((name) => existing(name, textOf(name))).join("\n");
  known.set(names, text);
  return text;
}

function existing(name: string, text: string | undefined): string {
  if (text === undefined) throw new Error(`This package has no ${name}.`);
  return text;
}
