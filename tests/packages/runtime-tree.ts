import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../../packages/", import.meta.url));

/** The fields that are read of a package.json. */
interface Manifest {
  name: string;
  version: string;
  license?: string;
  gypfile?: boolean;
  scripts?: Readonly<Record<string, string>>;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
}

/** A package that is installed with at least one of ours. */
export interface ThirdParty {
  folder: string;
  manifest: Manifest;
}

/** The packages of others that at least one of ours needs when it runs. */
export function directDependencies(): string[] {
  const all = readdirSync(packages).flatMap((name) => neededIn(join(packages, name)));
  return [...new Set(all)].filter((name) => !isOwn(name)).sort();
}

/** The packages that a package needs when it runs: of ours, also those whose code is joined into it. */
function neededIn(folder: string): string[] {
  const { dependencies, optionalDependencies, devDependencies = {} } = manifestIn(folder);
  const isOurs = dirname(folder) === dirname(join(packages, "cli"));
  const imported = isOurs ? importedIn(join(folder, "src")) : new Set<string>();
  const joined = Object.keys(devDependencies).filter((name) => imported.has(name));
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...joined];
}

/** The packages that source code imports for more than their types. */
function importedIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const codes = files
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const places = codes.flatMap((code) => [
    ...code.matchAll(/^(?:import (?!type)[^;]*? from|.*\bimport\()\s*"((?:@[^/"]+\/)?[^/"]+)/gm),
  ]);
  return new Set(places.map(([, name = ""]) => name));
}

/** Tells if it is one of ours. */
function isOwn(name: string): boolean {
  return name === "chatexport" || name.startsWith("@chatexport/");
}

/** Everything that our packages bring with them, as it is installed here, by name and version. */
export function thirdParties(): ThirdParty[] {
  const found = new Map<string, ThirdParty>();
  const waiting = readdirSync(packages).map((name) => realpathSync(join(packages, name)));
  for (const folder of waiting) {
    for (const name of neededIn(folder)) {
      if (isOwn(name)) continue;
      const place = locate(name, folder);
      if (found.has(place)) continue;
      found.set(place, { folder: place, manifest: manifestIn(place) });
      waiting.push(place);
    }
  }
  return [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The scripts that the package would run when it is installed. */
export function installScripts({ folder, manifest }: ThirdParty): string[] {
  const { scripts = {}, gypfile } = manifest;
  const named = ["preinstall", "install", "postinstall"].filter((name) => name in scripts);
  // npm compiles what has such a file, unless it is told not to.
  const isCompiled = gypfile !== false && existsSync(join(folder, "binding.gyp"));
  return isCompiled ? [...named, "binding.gyp"] : named;
}

function keyOf({ manifest }: ThirdParty): string {
  return `${manifest.name} ${manifest.version}`;
}

function locate(name: string, from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    if (existsSync(place)) return realpathSync(place);
  }
  throw new Error(`${name} is not installed for ${from}`);
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
