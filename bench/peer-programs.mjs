// Other programs that turn Claude Code's transcripts into HTML, installed from npm.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The versions that are compared. */
export const versions = { "claude-code-transcripts": "1.0.2", "claude-replay": "0.9.0" };

const folder = fileURLToPath(new URL(".data/peers", import.meta.url));
const installed = join(folder, "node_modules");

/** Installs the programs where they are missing, without running a script of theirs. */
export function installPeers() {
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const words = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", ...names];
  if (!existsSync(installed)) execFileSync("npm", words, { cwd: folder });
}

/** The command that writes pages of all transcripts below a folder. */
export function transcripts(projects, out) {
  const program = `${installed}/claude-code-transcripts/dist/cli.js`;
  return [program, "all", "--source", projects, "--output", out, "--include-agents", "--quiet"];
}

/** The command that writes a page of one transcript, which is all that this program takes. */
export function replay(path, out) {
  const page = join(out, `${basename(path, ".jsonl")}.html`);
  return [`${installed}/claude-replay/bin/claude-replay.mjs`, path, "--output", page];
}
