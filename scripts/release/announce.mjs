// Tags the packages in a folder of archives, and makes a release of GitHub from the changelog of the program:
// `node scripts/release/announce.mjs FOLDER`. It needs gh and the checkout that the archives were made from.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { archivesIn } from "./archives.mjs";

const program = "chatexport";
const root = fileURLToPath(new URL("../..", import.meta.url));
const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();

for (const { name, version } of archivesIn(resolve(process.argv[2]))) {
  const tag = `${name}@${version}`;
  if (name === program) release(tag, version);
  else if (!succeeds(["api", `repos/{owner}/{repo}/git/ref/tags/${tag}`]))
    gh([
      "api",
      "repos/{owner}/{repo}/git/refs",
      "-f",
      `ref=refs/tags/${tag}`,
      "-f",
      `sha=${commit}`,
    ]);
}

/** GitHub tags what it releases. */
function release(tag, version) {
  if (succeeds(["release", "view", tag])) return;
  const notes = notesOf(readFileSync(`${root}packages/cli/CHANGELOG.md`, "utf8"), version);
  const words = ["--target", commit, "--title", `${program} ${version}`, "--notes-file", "-"];
  gh(["release", "create", tag, ...words], notes);
}

/** The notes of a changelog on a version: the lines between its heading and the next one. */
function notesOf(changelog, version) {
  const section = changelog.split(/^## /m).find((part) => part.startsWith(`${version}\n`));
  if (!section) throw new Error(`The changelog of ${program} has nothing on ${version}.`);
  return section.slice(version.length).trim();
}

function gh(words, input = "") {
  execFileSync("gh", words, { cwd: root, input, stdio: ["pipe", "inherit", "inherit"] });
}

function succeeds(words) {
  return spawnSync("gh", words, { cwd: root }).status === 0;
}
