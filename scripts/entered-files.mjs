// Counts the source files that one export enters: those of which at least one function is called, and
// the functions. What a file only declares while it is loaded does not count.
//
//   node scripts/prepare.mjs && node scripts/entered-files.mjs [WORDS OF THE COMMAND LINE]
//
// Without words it exports a small session of the example to Markdown, in one thread.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "packages/cli/bin/chatexport.js");
const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
const words = process.argv.slice(2);
if (words.length === 0) {
  const home = join(root, "examples/home");
  words.push("--home", home, "--from", "claude", "--session", "99308a78", "--to", "markdown");
  words.push("--out", "out", "--jobs", "1");
}

/** What a bundle says of the source file whose code follows. */
const sourceMark = /^\/\/(?:#region)? (src\/\S+\.ts)$/gm;

/** The functions called in a built file, as the offsets at which they begin. */
function callsIn({ functions }) {
  const called = functions.filter(({ functionName, ranges: [range] }) => {
    const isModule = functionName === "" && range.startOffset === 0;
    return !isModule && range.count > 0;
  });
  return called.map(({ ranges: [range] }) => range.startOffset);
}

/** How many functions are called, by source file. */
function countBySource(results) {
  const counts = new Map();
  for (const result of results) {
    const path = result.url.startsWith("file:") ? fileURLToPath(result.url) : "";
    const [, name] = /^packages\/([^/]+)\/dist\/[^/]+\.js$/.exec(relative(root, path)) ?? [];
    if (name === undefined || !existsSync(path)) continue;
    const marks = [...readFileSync(path, "utf8").matchAll(sourceMark)];
    for (const offset of callsIn(result)) {
      const mark = marks.findLast(({ index }) => index < offset);
      if (mark === undefined) continue;
      const source = `packages/${name}/${mark[1]}`;
      counts.set(source, (counts.get(source) ?? 0) + 1);
    }
  }
  return counts;
}

try {
  const env = { ...process.env, NODE_V8_COVERAGE: join(folder, "coverage") };
  const run = spawnSync(process.execPath, [program, ...words], { cwd: folder, env });
  if (run.status !== 0) throw new Error(`The export ended with ${run.status}: ${run.stderr}`);
  const results = readdirSync(env.NODE_V8_COVERAGE).flatMap(
    (name) => JSON.parse(readFileSync(join(env.NODE_V8_COVERAGE, name), "utf8")).result,
  );
  const counts = countBySource(results);
  const perPackage = new Map();
  for (const [source, count] of [...counts].sort()) {
    console.log(`${String(count).padStart(4)} ${source}`);
    const name = source.split("/")[1];
    perPackage.set(name, (perPackage.get(name) ?? 0) + 1);
  }
  const functions = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log([...perPackage].map(([name, files]) => `${name} ${files}`).join(", "));
  console.log(`${counts.size} files, ${functions} functions`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
