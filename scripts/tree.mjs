// Writes the tree into AGENTS.md: each package with its description, and each folder of its sources
// with the sentence of its README. `--check` writes nothing, and ends with 1 if the page is not so.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "AGENTS.md");
const place = /(?<=<!-- Printed by node scripts\/tree\.mjs -->\n)```\n[\s\S]*?```\n/;
const columns = 36;

function line(depth, name, meaning) {
  return `${"  ".repeat(depth)}${name}`.padEnd(columns) + meaning;
}

function folders(path, depth) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => {
      const folder = join(path, name);
      const readme = join(folder, "README.md");
      const sentence = existsSync(readme) ? readFileSync(readme, "utf8").trim() : "";
      if (!/^[^#\n].*$/.test(sentence))
        throw new Error(`${readme} has to say in one line what is in its folder.`);
      return [line(depth, `${name}/`, sentence), ...folders(folder, depth + 1)];
    });
}

const lines = readdirSync(join(root, "packages")).flatMap((name) => {
  const folder = join(root, "packages", name);
  const { description } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return [line(0, `packages/${name}`, description), ...folders(join(folder, "src"), 1)];
});
const before = readFileSync(page, "utf8");
const after = before.replace(place, `\`\`\`\n${lines.join("\n")}\n\`\`\`\n`);
if (!process.argv.includes("--check")) writeFileSync(page, after);
else if (before !== after || !place.test(before)) {
  console.error("AGENTS.md has another tree: run `node scripts/tree.mjs`.");
  process.exitCode = 1;
}
