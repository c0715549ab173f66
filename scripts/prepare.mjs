// Makes a clone ready to run: installs the dependencies when they are missing or older than the
// lockfile, and builds what has changed. With words, turbo builds and does these tasks:
// `node scripts/prepare.mjs test`. It is silent about what works; only an error shows all that the
// failing tool had to say.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ownEnvironment } from "./own-environment.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = join(root, "packages");
const tasks = process.argv.slice(2);

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`chatexport needs Node 20.19 or newer, and this is Node ${process.versions.node}.`);
  process.exit(1);
}

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// Through a shell, because npx is a script on Windows.
const throughShell = { shell: true };
install();
if (tasks.length === 0) await build();
else runTasks();

/** Turbo runs the scripts of packages with pnpm, which has to be on the path. */
function runTasks() {
  const begun = Date.now();
  const words = `${tasks.join(" ")} --continue=dependencies-successful --output-logs=new-only`;
  const { status } = spawnSync(
    `npx --yes --package ${packageManager} --call "turbo run ${words}"`,
    {
      ...throughShell,
      cwd: root,
      // Turbo works on more packages at the same time than there are cores, since tests also wait.
      env: { ...ownEnvironment(), VITEST_MAX_WORKERS: "1" },
      stdio: "inherit",
    },
  );
  if (status === 0) return;
  for (const line of failedTests(begun)) console.error(line);
  process.exit(status ?? 1);
}

/** The tests that have failed since a time, from the logs that turbo keeps: what said so may be far above. */
function failedTests(since) {
  const folders = [...readdirSync(packages).map((name) => join("packages", name)), "tests"];
  return folders
    .map((folder) => join(root, folder, ".turbo/turbo-test.log"))
    .filter((path) => existsSync(path) && changedAt(path) >= since)
    .flatMap((path) => stripVTControlCharacters(readFileSync(path, "utf8")).split("\n"))
    .filter((line) => line.startsWith(" FAIL "));
}

function install() {
  // Written by pnpm at the end of an installation.
  const installed = join(root, "node_modules/.modules.yaml");
  if (existsSync(installed) && changedAt(installed) >= changedAt(join(root, "pnpm-lock.yaml")))
    return;
  console.error("Installing dependencies, about half a minute …");
  run(`npx --yes ${packageManager} install --frozen-lockfile`, [], throughShell);
  // When there was nothing to do, pnpm leaves its record as old as it was.
  utimesSync(installed, new Date(), new Date());
}

/** Faster than turbo, which `npm start` should not wait for. */
async function build() {
  if (!existsSync(join(packages, "cli/dist"))) console.error("Building, about half a minute …");
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "--build"]);
  const folders = readdirSync(packages).map((name) => join(packages, name));
  const outdated = folders.filter((folder) => {
    const dist = join(folder, "dist");
    const bundles = existsSync(dist)
      ? readdirSync(dist).filter((name) => name.endsWith(".js"))
      : [];
    const oldest = Math.min(...bundles.map((name) => changedAt(join(dist, name))));
    // The compiler writes down when it has seen a change.
    const checked = ["", "client"].map((part) => join(dist, part, ".tsbuildinfo"));
    return (
      bundles.length === 0 || checked.some((path) => existsSync(path) && changedAt(path) > oldest)
    );
  });
  if (outdated.length === 0) return;
  // It needs what has just been installed.
  const { bundlePackage } = await import("./bundle.mjs");
  // Others run the code of the core while they are built; the program holds that of all as it lies in their dist.
  const [core, program] = [join(packages, "core"), join(packages, "cli")];
  if (outdated.includes(core)) await bundlePackage(core);
  const others = outdated.filter((folder) => folder !== core && folder !== program);
  await Promise.all(others.map(bundlePackage));
  if (outdated.includes(program)) await bundlePackage(program);
}

/** The time when a file was last written, in milliseconds. */
function changedAt(path) {
  return statSync(path).mtimeMs;
}

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
  process.stderr.write(error ? `${error.message}\n` : `${stdout ?? ""}${stderr ?? ""}`);
  process.exit(status ?? 1);
}
