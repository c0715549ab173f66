import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../cli-error.js";
import { builtInOf, builtIns, usedByCommands } from "./built-in.js";
import { type FoundPlugin, lookUp } from "./look-up.js";
import { moduleFolders } from "./module-folders.js";
import { type NamedKind, wordFor } from "./package-names.js";

/**
 * The plugins that are installed where they would be found and whose packages have the usual names, in
 * alphabetical order. Names and `package.json` files are read, and nothing is run.
 */
export function installedPlugins(kind: NamedKind): FoundPlugin[] {
  const names = new Set(moduleFolders().flatMap(packagesIn));
  const words = [...names]
    .filter((name) => !usedByCommands.has(name))
    .flatMap((name) => wordFor(kind, name) ?? []);
  return [...new Set(words)].sort().flatMap((word) => {
    const found = builtInOf(word, builtIns[kind]) ? undefined : usable(kind, word);
    return found ?? [];
  });
}

/** The names of the packages in a folder that could be plugins. */
function packagesIn(folder: string): string[] {
  return namesIn(folder).flatMap((name) =>
    name.startsWith("@")
      ? namesIn(join(folder, name)).map((own) => `${name}/${own}`)
      : name.startsWith("chatexport-")
        ? name
        : [],
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Most of the folders that there could be are not there.
    return [];
  }
}

/** What cannot be used is told to those who name it. */
function usable(kind: NamedKind, word: string): FoundPlugin | undefined {
  try {
    return lookUp(kind, word);
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}
