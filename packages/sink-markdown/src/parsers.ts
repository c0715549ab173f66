import { createRequire } from "node:module";
import type { PluggableList } from "unified";

const require = createRequire(import.meta.url);

/**
 * The plugins that read Markdown as GitHub does, which users install who have plugins. Throws a
 * TypeError that says so where they are missing.
 */
export function parsers(): PluggableList {
  try {
    // Columns of equal width would make a table with one long cell as long in every row.
    const gfm = [require("remark-gfm").default, { tablePipeAlign: false }];
    return [require("remark-parse").default, gfm];
  } catch (cause) {
    throw new TypeError(
      'Plugins find what is in texts with two packages beside chatexport: npm i remark-parse remark-gfm. With bodies "verbatim" they do without.',
      { cause },
    );
  }
}
