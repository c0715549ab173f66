import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ownEnvironment } from "../own-environment.mjs";
import { packAll } from "./pack.mjs";
import { startRegistry } from "./registry.mjs";
import { prepareRelease } from "./release.mjs";
import { run } from "./run.mjs";

/** The versions of Node under which the packages are used; each opens databases in other ways. */
const nodeVersions = ["20", "22.13.0", "24"];

/**
 * The stage of all checks: a folder for theirs, a copy of the workspace as it will be released, its
 * packed packages, a registry that has them, and the Node of each version (`nodes`, by version, a
 * path).
 */
export async function openStage(root) {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-packed-"));
  const stage = { folder, root, environment };
  const settings = {
    npm_config_cache: ownCache(folder),
    // What npm knows of other packages need not be asked for again by every check.
    npm_config_prefer_offline: "true",
    XDG_CACHE_HOME: join(folder, "cache"),
  };
  function environment(node) {
    const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
    return { ...ownEnvironment(), ...settings, PATH };
  }
  stage.nodes = Object.fromEntries(
    await Promise.all(
      nodeVersions.map(async (version) => [version, await nodeOf(folder, version)]),
    ),
  );
  stage.workspace = await prepareRelease(stage);
  stage.packages = await packAll(stage, stage.workspace);
  const registry = await startRegistry(stage.packages, npmSetting("registry"));
  settings.npm_config_registry = settings.pnpm_config_registry = registry.url;
  return {
    ...stage,
    close() {
      registry.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An empty folder that is the project of whoever uses the packages. */
export function projectOf(stage, name) {
  const folder = join(stage.folder, "projects", name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The cache of npx is thrown away with the folder; the downloads of npm stay of use. */
function ownCache(folder) {
  const downloaded = join(npmSetting("cache"), "_cacache");
  mkdirSync(downloaded, { recursive: true });
  mkdirSync(join(folder, "npm"));
  symlinkSync(downloaded, join(folder, "npm/_cacache"));
  return join(folder, "npm");
}

function npmSetting(key) {
  const options = { env: ownEnvironment(), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  return execFileSync("npm", ["config", "get", key], options).trim();
}

/** The path of a Node, which npx keeps for later runs: the cache of the stage has no part in it. */
async function nodeOf(folder, version) {
  if (`${process.versions.node}.`.startsWith(`${version}.`)) return process.execPath;
  const words = ["npx", "--yes", "-p", `node@${version}`, "--", "node", "-p", "process.execPath"];
  return (await run({ folder, environment: ownEnvironment }, words)).stdout.trim();
}
