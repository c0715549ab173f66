// Packs all packages, installs the archives into an empty folder as a user would, runs every command
// there over the example home, and writes a file of options: what is missing from a package shows
// only there.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownEnvironment } from "./own-environment.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "chatexport-packed-"));
const run = (command, words, cwd = folder) =>
  execFileSync(command, words, {
    cwd,
    env: ownEnvironment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** For a Node that cannot read databases itself. */
const fallback = "@photostructure/sqlite@1";

function hasSqlite() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** Exports the example home with all sinks and reads it back; throws unless it went as expected. */
function check(name, [command, ...words], { documents, exitCode = 0, says = "" }) {
  const out = join(folder, `out ${name}`);
  const sinks = ["--to", "markdown", "--to", "html", "--to", "jsonl", "--out", out];
  const options = { cwd: folder, encoding: "utf8", env: ownEnvironment() };
  const home = ["--home", join(root, "examples/home")];
  const { status, stderr } = spawnSync(command, [...words, ...home, ...sinks], options);
  // Documents lie below the folders of their sources; an index and the archive's memory do not.
  const names = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?:claude|cursor)[\\/]/.test(path),
  );
  const counts = [".md", ".html", ".jsonl"].map(
    (end) => names.filter((path) => path.endsWith(end)).length,
  );
  console.log(`${name}: ${counts.join(" + ")} documents of the example home, exit code ${status}`);
  if (status !== exitCode || counts.some((count) => count !== documents) || !stderr.includes(says))
    throw new Error(`expected ${documents} of each, ${exitCode}, "${says}":\n${stderr}`);

  const list = ["list", "--json", "--from", "jsonl", "--root", out];
  const { stdout } = spawnSync(command, [...words, ...list], options);
  if (JSON.parse(stdout).length !== documents)
    throw new Error(`of ${documents} documents, not all are read back:\n${stdout}`);
}

/** Runs the commands that write no archive; throws unless each prints what begins so. */
function checkCommands(node) {
  const home = ["--home", join(root, "examples/home")];
  for (const [words, beginning] of [
    [["--help"], "Usage:"],
    [["completion", "bash"], "# "],
    [["plugins"], "Sources"],
    [["list", ...home], "20"],
    [["show", "9341eb0f", ...home], "Fix the one-cent"],
    [["search", "refund", ...home], "20"],
    [["stats", ...home], "20"],
    [["doctor", ...home], "claude"],
  ]) {
    const command = [join(folder, "node_modules/chatexport/bin/chatexport.js"), ...words];
    const { stdout, stderr } = spawnSync(node, command, { cwd: folder, encoding: "utf8" });
    if (!stdout.startsWith(beginning) || stderr.startsWith("error"))
      throw new Error(`chatexport ${words.join(" ")} prints:\n${stdout}${stderr}`);
  }
  console.log(`all commands run under Node ${run(node, ["-p", "process.versions.node"]).trim()}`);
}

/** Throws unless editors know the options and their schema. */
function checkConfig() {
  const compilerOptions = { module: "nodenext", strict: true, noEmit: true, types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const path = join(folder, "chatexport.config.mts");
  const withDetail = (detail) => `import { defineConfig } from "chatexport/config";
export default defineConfig({ detail: "${detail}", option: { markdown: { layout: "folder" } } });\n`;
  const compiler = [join(root, "node_modules/typescript/bin/tsc"), "--project", folder];
  writeFileSync(path, withDetail("full"));
  run(process.execPath, compiler);
  writeFileSync(path, withDetail("much"));
  if (spawnSync(process.execPath, compiler).status === 0)
    throw new Error("chatexport/config allows a detail that there is not");
  rmSync(path);
  const program = 'import.meta.resolve("chatexport/config");';
  const schema = 'await import("chatexport/schemas/list.schema.json", { with: { type: "json" } });';
  run(process.execPath, ["--no-warnings", "--input-type=module", "-e", program + schema]);
  console.log("files of options have types and schemas");
}

try {
  run("pnpm", ["-r", "pack", "--pack-destination", folder], root);
  const archives = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  for (const name of archives)
    console.log(`${(statSync(join(folder, name)).size / 1000).toFixed(0).padStart(6)} kB  ${name}`);
  const paths = archives.map((name) => join(folder, name));
  run("npm", ["init", "--yes"]);
  run("npm", ["install", "--no-audit", "--no-fund", ...paths]);

  const cli = [process.execPath, join(folder, "node_modules/chatexport/bin/chatexport.js")];
  if (!hasSqlite()) {
    // Everything but the databases comes out, and what is missing has a remedy.
    check("without a driver", cli, { documents: 10, exitCode: 1, says: "npx -y -p node@24" });
    run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", fallback]);
    check(`with ${fallback}`, cli, { documents: 17 });
  } else check("with the driver of Node", cli, { documents: 17 });

  checkCommands(process.execPath);
  checkCommands(
    run("npx", ["--yes", "-p", "node@24", "--", "node", "-p", "process.execPath"]).trim(),
  );
  checkConfig();

  const packages = ["node@24", ...paths].flatMap((name) => ["-p", name]);
  check("through npx, under Node 24", ["npx", "--yes", ...packages, "chatexport"], {
    documents: 17,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
