import { requirePackages } from "@chatexport/document/options";
import type { PluggableList } from "unified";

/**
 * The plugins that read Markdown as GitHub does, which users install who have plugins, in `folder` or beside this
 * package. Throws a TypeError that says so where they are missing.
 */
export function parsers(folder: string): PluggableList {
  try {
    const names = ["remark-parse", "remark-gfm"];
    const [parse, gfm] = requirePackages(names, import.meta.url, folder);
    // Columns of equal width would make a table with one long cell as long in every row.
    return [parse?.default, [gfm?.default, { tablePipeAlign: false }]] as PluggableList;
  } catch (cause) {
    throw new TypeError(
      'Plugins find what is in texts with two packages beside them or beside chatexport: npm i remark-parse remark-gfm. With bodies "verbatim" they do without.',
      { cause },
    );
  }
}
