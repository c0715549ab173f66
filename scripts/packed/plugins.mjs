import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startRegistry } from "./registry.mjs";
import { run } from "./run.mjs";
import { projectOf } from "./stage.mjs";

const kinds = ["source", "sink"];
const languages = ["typescript", "javascript"];
const quietly = ["--no-audit", "--no-fund"];

/**
 * Begins a source and a sink in each language, with its name, as their authors would: `npm create` makes them of the
 * examples; installs what they need, runs their tests and packs them. Then exports with them in each way in which
 * plugins are installed, each time from one language to the other.
 */
export async function checkPlugins(stage) {
  const workshop = projectOf(stage, "plugins");
  const packages = [];
  // One after the other: npx keeps what it runs in one folder.
  for (const language of languages)
    for (const kind of kinds) packages.push(await build(stage, workshop, kind, language));
  const { npm_config_registry: upstream } = stage.environment(process.execPath);
  const registry = await startRegistry(packages, upstream);
  const environment = (node) => ({
    ...stage.environment(node),
    npm_config_registry: registry.url,
  });
  try {
    const names = packages.map(({ name }) => name);
    return await checkUses({ ...stage, environment }, workshop, names);
  } finally {
    registry.stop();
  }
}

/** Begins a plugin, tests it and packs it. */
async function build(stage, workshop, kind, language) {
  const words = ["create", "--yes", "chatexport-plugin", kind, language, language];
  await run(stage, ["npm", ...words], { cwd: workshop });
  const name = nameOf(kind, language);
  const cwd = join(workshop, name);
  await run(stage, ["npm", "install", ...quietly], { cwd });
  const { stdout } = await run(stage, ["npm", "test"], { cwd });
  // Before Node 23 the summary is in TAP.
  if (!/^(?:#|ℹ) pass [1-9]/m.test(stdout)) throw new Error(`${name} has no tests:\n${stdout}`);
  await run(stage, ["npm", "pack"], { cwd });
  const manifest = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
  const archive = `${name}-${manifest.version}.tgz`;
  return { name, manifest, archive, bytes: readFileSync(join(cwd, archive)) };
}

/** Exports with the plugins in each way in which they can be installed; throws unless it works. */
async function checkUses(stage, workshop, names) {
  const project = projectOf(stage, "with plugins");
  await run(stage, ["npm", "install", ...quietly, "chatexport", ...names], { cwd: project });
  const everywhere = projectOf(stage, "everywhere plugins");
  const globally = ["--global", "--prefix", everywhere, ...quietly];
  await run(stage, ["npm", "install", ...globally, "chatexport", ...names], { cwd: everywhere });
  const packages = ["chatexport", ...names].flatMap((name) => ["-p", name]);
  const inProject = join(project, "node_modules/chatexport/bin/chatexport.js");
  const ways = {
    "a dependency": { cwd: project, command: ["npx", "chatexport"] },
    "a global install": { cwd: stage.folder, command: [join(everywhere, "bin/chatexport")] },
    "npx -p": {
      cwd: projectOf(stage, "npx with plugins"),
      command: ["npx", "--yes", ...packages, "chatexport"],
    },
    "a local folder": {
      cwd: workshop,
      command: [process.execPath, inProject],
      wordOf: (name) => `./${name}`,
    },
  };
  for (const [index, [name, way]] of Object.entries(ways).entries()) {
    // Either language has its turn as the one that reads.
    const [from, to] = index % 2 === 0 ? languages : languages.toReversed();
    await checkWay(stage, name, [nameOf("source", from), nameOf("sink", to)], way);
  }
  return `${names.join(", ")} as ${Object.keys(ways).join(", ")}`;
}

function nameOf(kind, language) {
  return `chatexport-${kind}-${language}`;
}

async function checkWay(stage, way, names, { cwd, command, wordOf = shortName }) {
  const [from, to] = names.map(wordOf);
  const chosen = ["--from", from, "--to", to];
  const home = join(stage.root, "examples/chatexport-source-example/fixtures/home");
  const out = join(stage.folder, "transcripts", way);
  await run(stage, [...command, ...chosen, "--home", home, "--out", out], { cwd });
  const documents = readdirSync(out, { recursive: true }).filter((path) => path.endsWith(".txt"));
  if (documents.length !== 2) throw new Error(`${way}: ${documents.length} documents, not 2`);
  const { stdout } = await run(stage, [...command, "plugins", "--json", ...chosen], { cwd });
  const listed = JSON.parse(stdout).map((plugin) => plugin.package);
  for (const plugin of names)
    if (!listed.includes(plugin)) throw new Error(`${way}: ${plugin} is not listed:\n${stdout}`);
}

/** By what a plugin that is installed can be named: "typescript" of "chatexport-sink-typescript". */
function shortName(name) {
  return name.replace(/^chatexport-(?:source|sink)-/, "");
}
