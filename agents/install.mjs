import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ownEnvironment } from "../scripts/own-environment.mjs";

/** The registry did not give what was asked for. */
export class NotInstalled extends Error {}

/** The cache of the user in which all clients lie. */
export const cache = join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "chatexport-agents",
);

/**
 * Installs a package from npm into the cache of the user, beside this repository and its lockfile, and
 * runs none of its scripts. Throws `NotInstalled`.
 *
 * @param {string} name
 * @param {string} version
 * @param {string[]} [flags] Of npm.
 * @returns {string} Its `node_modules`.
 */
export function install(name, version, flags = []) {
  const folder = join(cache, `${name.replace("/", "+")}@${version}`);
  const modules = join(folder, "node_modules");
  if (existsSync(modules)) return modules;
  mkdirSync(cache, { recursive: true });
  // What was only half installed is never taken for the whole.
  const half = mkdtempSync(join(cache, ".half-"));
  writeFileSync(join(half, "package.json"), '{ "private": true }\n');
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...flags];
  const { status, stderr, error } = npm([...words, `${name}@${version}`], half);
  if (status !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new NotInstalled(
      `npm did not install ${name}@${version}: ${error ?? firstError(stderr)}`,
    );
  }
  renameSync(half, folder);
  return modules;
}

/**
 * Installs a package whose program is a script, and gives the words that start it with this Node.
 * Throws `NotInstalled`, also when the program needs a newer Node.
 *
 * @param {string} name
 * @param {string} version
 */
export function installedProgram(name, version) {
  const folder = join(install(name, version), name);
  const { bin, engines = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const least = Number(/\d+/.exec(engines.node ?? "0"));
  if (Number.parseInt(process.versions.node, 10) < least)
    throw new NotInstalled(
      `${name}@${version} needs Node ${least}, and this is ${process.version}.`,
    );
  return [process.execPath, join(folder, ...Object.values(bin).slice(0, 1))];
}

/** The newest version of a package. Throws `NotInstalled`. */
export function newestVersion(/** @type {string} */ name) {
  const { status, stdout, stderr, error } = npm(["view", name, "version"]);
  if (status !== 0)
    throw new NotInstalled(`npm does not know ${name}: ${error ?? firstError(stderr)}`);
  return stdout.trim();
}

function npm(/** @type {string[]} */ words, /** @type {string | undefined} */ cwd = undefined) {
  return spawnSync("npm", words, { cwd, env: ownEnvironment(), encoding: "utf8" });
}

function firstError(/** @type {string} */ text) {
  return text.split("\n").find((line) => line.startsWith("npm error")) ?? text;
}
