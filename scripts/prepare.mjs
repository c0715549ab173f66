// Makes a clone ready to run: installs the dependencies when they are missing or older than the
// lockfile, and builds what has changed. It is silent about both; only an error shows all that the
// failing tool had to say.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ownEnvironment } from "./own-environment.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const lockfile = `${root}pnpm-lock.yaml`;
/** Written by pnpm at the end of an installation. */
const installed = `${root}node_modules/.modules.yaml`;

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`chatexport needs Node 20.19 or newer, and this is Node ${process.versions.node}.`);
  process.exit(1);
}

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lockfile).mtimeMs) {
  console.error("Installing dependencies …");
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  // Through a shell, because npx is a script on Windows.
  run(`npx --yes ${packageManager} install --frozen-lockfile`, [], { shell: true });
  // When there was nothing to do, pnpm leaves its record as old as it was.
  utimesSync(installed, new Date(), new Date());
}
run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "--build"]);
// It needs what has just been installed.
const { default: bundleOutdated } = await import("./bundle/outdated.mjs");
await bundleOutdated();

/** Runs a tool in silence; ends the program with the tool's own words when it fails. */
function run(command, words, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, words, {
    cwd: root,
    env: ownEnvironment(),
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
    ...options,
  });
  if (status === 0) return;
  process.stderr.write(error ? `${error.message}\n` : `${stdout}${stderr}`);
  process.exit(status ?? 1);
}
