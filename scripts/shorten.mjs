// Gives built code short names and no space.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync } from "rolldown/experimental";

/** Shortens scripts of pages, each of which is in every page; they share one scope, so its names stay. */
export function shortenScripts(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".js")))
    shorten(join(folder, name), false);
}

/** Shortens a file that libraries fill, but for a fifth: nobody reads it there, and what is shorter starts sooner. */
export function shortenLibraries(path, modules) {
  const lengths = Object.entries(modules).map(([id, { renderedLength }]) => ({
    all: renderedLength,
    others: /[\\/]node_modules[\\/]/.test(id) ? renderedLength : 0,
  }));
  const sum = (name) => lengths.reduce((total, each) => total + each[name], 0);
  if (sum("others") > 0.8 * sum("all")) shorten(path, true);
}

/** Gives the code of a file short names and no space. Throws for code that is wrong. */
function shorten(path, module) {
  const { code, errors } = minifySync(path, readFileSync(path, "utf8"), { module });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  writeFileSync(path, code);
}
