// ripgrep over the stores themselves, installed from npm: what people search with who have no index.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package that brings the program, in the version that is compared. */
export const version = "@vscode/ripgrep@1.18.0";

const folder = fileURLToPath(new URL(".data/ripgrep", import.meta.url));
const platform = `ripgrep-${process.platform}-${process.arch}`;
const program = join(folder, "node_modules/@vscode", platform, "bin/rg");

/** Installs it where it is missing, without running a script of it. */
export function installRipgrep() {
  if (existsSync(program)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const words = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", version];
  execFileSync("npm", words, { cwd: folder });
}

/** The seconds on the wall that it takes to print the lines with a text in any case, of a database as if it were text. */
export function ripgrep(text, home) {
  const options = ["--ignore-case", "--text", "--no-ignore", "--hidden", "--fixed-strings"];
  const start = process.hrtime.bigint();
  const stdio = ["ignore", "ignore", "pipe"];
  const { status, stderr } = spawnSync(program, [...options, text, home], { stdio });
  const wall = Number(process.hrtime.bigint() - start) / 1e9;
  // 1 is what it ends with where nothing was found.
  if (status !== 0 && status !== 1) throw new Error(`rg ended with ${status}:\n${stderr}`);
  return wall;
}
