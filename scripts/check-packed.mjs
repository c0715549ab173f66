// Packs all packages, installs the archives into an empty folder as a user would, and exports the
// example home with them: what is missing from a package shows only there.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "chatexport-packed-"));
const run = (command, words, cwd = folder) =>
  execFileSync(command, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

try {
  run("pnpm", ["-r", "pack", "--pack-destination", folder], root);
  const archives = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  for (const name of archives)
    console.log(`${(statSync(join(folder, name)).size / 1000).toFixed(0).padStart(6)} kB  ${name}`);
  run("npm", ["init", "--yes"]);
  run("npm", ["install", "--no-audit", "--no-fund", ...archives.map((name) => `./${name}`)]);

  const cli = join(folder, "node_modules/chatexport/bin/chatexport.js");
  const home = join(root, "examples/home");
  const words = ["--home", home, "--to", "markdown", "--to", "jsonl", "--out", "out"];
  run(process.execPath, [cli, ...words]);
  const documents = readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" });
  for (const extension of [".md", ".jsonl"]) {
    const count = documents.filter((name) => name.endsWith(extension)).length;
    console.log(`${String(count).padStart(6)}     ${extension} documents of the example home`);
    if (count !== 8) throw new Error(`expected 8 ${extension} documents`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
