import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const repository = new URL("../../", import.meta.url);

/**
 * Compiles tests/faults, which runs in processes of its own, to where the packages are found; returns
 * the URL of the module with this name.
 */
export function compileFaults(name) {
  const [compiler, project] = ["node_modules/.bin/tsc", "tests/faults/tsconfig.json"].map((path) =>
    fileURLToPath(new URL(path, repository)),
  );
  execFileSync(compiler, ["-p", project], { stdio: "inherit" });
  return new URL(`packages/cli/node_modules/.cache/faults/${name}.js`, repository).href;
}
