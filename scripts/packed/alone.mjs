import { readdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { compileForBundlers, compileForNode, entriesOf, importing, using } from "./consumer.mjs";
import { run } from "./run.mjs";
import { projectOf } from "./stage.mjs";

/**
 * Installs each package in a project of its own, where it finds what it depends on and nothing else, compiles strict
 * programs that import all that it exports, and runs them under each Node. The projects are a workspace, so that
 * they are installed, compiled and run at once.
 */
export async function checkAlone(stage, libraries) {
  const workspace = projectOf(stage, "alone");
  const settings = ["packages: ['*']", "hoist: false", "sharedWorkspaceLockfile: true"];
  writeFileSync(join(workspace, "pnpm-workspace.yaml"), `${settings.join("\n")}\n`);
  const projects = libraries.map(({ name, manifest }) => {
    const folder = projectOf(stage, join("alone", name.replace("/", " ")));
    const dependencies = { [name]: manifest.version };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
    return { name, folder, entries: entriesOf(manifest) };
  });
  // npm, and pnpm unless it is told so, let packages find what others depend on, too. Under Node 20
  // neither would install a driver for databases that is optional.
  await run(stage, ["pnpm", "install"], { cwd: workspace, node: stage.nodes[24] });
  for (const { name, folder } of projects) {
    const brought = broughtBy(join(folder, "node_modules", name), name);
    if (!readDatabases.has(name) && brought.has("better-sqlite3"))
      throw new Error(`${name} brings a driver for databases`);
  }

  const programs = (wanted) =>
    projects.map(({ folder, entries }) => [folder, importing(entries.filter(wanted))]);
  await compileForBundlers(
    stage,
    workspace,
    programs((entry) => !needsNode.test(entry)),
  );
  await compileForNode(
    stage,
    workspace,
    programs((entry) => needsNode.test(entry)),
  );
  for (const { folder, entries } of projects)
    writeFileSync(join(folder, "consumer.mjs"), using(entries));
  const all = projects.map(
    ({ folder }) => `import ${JSON.stringify(join(folder, "consumer.mjs"))};`,
  );
  writeFileSync(join(workspace, "all.mjs"), all.join("\n"));
  for (const node of Object.values(stage.nodes))
    await run(stage, [node, "--no-warnings", "all.mjs"], { cwd: workspace, node });
  const count = projects.reduce((sum, { entries }) => sum + entries.length, 0);
  return `imported, required and compiled: ${count} entries of ${projects.length} packages`;
}

/** The names of all packages that come with an installed one, which lies at a path. */
function broughtBy(path, name, found = new Set()) {
  // pnpm puts a package and links to what it depends on into one folder.
  const modules = name.split("/").reduce((folder) => dirname(folder), realpathSync(path));
  for (const each of packagesIn(modules)) {
    if (found.has(each)) continue;
    found.add(each);
    broughtBy(join(modules, each), each, found);
  }
  return found;
}

function packagesIn(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((own) => `${name}/${own}`) : name,
    );
}

/** Entries for programs that work on files themselves, whose types name those of Node. */
const needsNode = /\/(?:mcp|paths|records|search-index|transplant)$/;

const readDatabases = new Set([
  "@chatexport/relocate",
  "@chatexport/search-index",
  "@chatexport/source-codex",
  "@chatexport/source-copilot",
  "@chatexport/source-crush",
  "@chatexport/source-cursor",
  "@chatexport/source-goose",
  "@chatexport/source-hermes",
  "@chatexport/source-opencode",
  "@chatexport/source-zed",
  "@chatexport/sqlite",
  "@chatexport/transplant",
]);
