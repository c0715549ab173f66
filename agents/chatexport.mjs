import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../packages/cli/bin/chatexport.js", import.meta.url));

/** The environment of a user whose home is this folder, and nothing else. */
function environment(/** @type {string} */ home) {
  return {
    HOME: home,
    USERPROFILE: home,
    PATH: process.env.PATH ?? "",
    LANG: "C.UTF-8",
    TZ: "UTC",
  };
}

/**
 * Runs this checkout's command line; throws with what it said if it fails in another way than by
 * finding something wrong.
 *
 * @param {string[]} words
 * @param {{ home: string, cwd?: string }} options
 */
export function chatexport(words, { home, cwd = home }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd,
    env: environment(home),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0 && status !== 1) throw new Error(`chatexport ${words.join(" ")}: ${stderr}`);
  return { status, stdout, stderr };
}

/**
 * The sessions that this checkout reads in a home.
 *
 * @param {string} home
 * @param {string} out A folder for its documents.
 * @param {string} source The name of the source that reads this home.
 */
export function readBack(home, out, source) {
  mkdirSync(out, { recursive: true });
  const from = ["--home", home, "--from", source];
  const write = (/** @type {string} */ name, /** @type {string[]} */ ...words) => {
    const folder = join(out, name);
    chatexport(["export", ...from, "--quiet", "-o", folder, ...words], { home });
    return folder;
  };
  const report = join(out, "report.json");
  const standard = textsBelow(write("standard", "--report", report), ".md");
  const branches = textsBelow(write("branches", "--branches", "all"), ".md");
  const lines = textsBelow(write("jsonl", "--to", "jsonl"), ".jsonl");
  const schema = chatexport(["doctor", ...from, "--schema", "--json"], { home }).stdout;
  return {
    documents: { standard: standard.join("\n"), branches: branches.join("\n") },
    /** @type {any[]} */
    list: JSON.parse(chatexport(["list", ...from, "--json", "--empty"], { home }).stdout),
    /** @type {any[][]} The lines of each session. */
    sessions: lines.map((text) =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ),
    /** @type {any} */
    records: JSON.parse(readFileSync(report, "utf8")).totals.records,
    /** @type {{ place: string, name: string, count: number }[]} */
    unknown: JSON.parse(schema).unknown.flatMap((/** @type {any} */ { names }) => names),
  };
}

/** All files with this ending, but for what an archive notes for itself. */
function textsBelow(/** @type {string} */ folder, /** @type {string} */ ending) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
    .filter(({ path, isFile }) => isFile && path.endsWith(ending) && !path.includes(".chatexport"))
    .map(({ path }) => readFileSync(path, "utf8"));
}
