import { readdirSync, readFileSync } from "node:fs";

/** The style sheets of this package by their names. A build computes them. */
export const styles = textsIn("../styles/", squeezed);

/** The scripts of its pages by their names, as tsc made them. A build computes them. */
export const scripts = textsIn("../dist/client/", (text) => text);

function textsIn(folder: string, change: (text: string) => string): Record<string, string> {
  const url = new URL(folder, import.meta.url);
  const names = readdirSync(url).filter((name) => /\.(?:css|js)$/.test(name));
  return Object.fromEntries(
    names.map((name) => [name, change(readFileSync(new URL(name, url), "utf8"))]),
  );
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
