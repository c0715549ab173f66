import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startRegistry } from "./registry.mjs";
import { run } from "./run.mjs";
import { projectOf } from "./stage.mjs";

const kinds = ["source", "sink"];
const quietly = ["--no-audit", "--no-fund"];

/**
 * Begins a source and a sink in each language, with its name, as their authors would: `npm create` makes them of the
 * examples; installs what they need, runs their tests and packs them. Then exports with them in each way in which
 * plugins are installed.
 */
export async function checkPlugins(stage) {
  // One after the other: npx keeps what it runs in one folder.
  const found = [];
  for (const language of ["typescript", "javascript"])
    found.push(await checkLanguage(stage, language));
  return found.join("; ");
}

async function checkLanguage(stage, language) {
  const workshop = projectOf(stage, `plugins in ${language}`);
  const packages = [];
  for (const kind of kinds) packages.push(await build(stage, workshop, kind, language));
  const { npm_config_registry: upstream } = stage.environment(process.execPath);
  const registry = await startRegistry(packages, upstream);
  const environment = (node) => ({
    ...stage.environment(node),
    npm_config_registry: registry.url,
  });
  try {
    return await checkUses({ ...stage, environment }, workshop, language);
  } finally {
    registry.stop();
  }
}

/** Begins a plugin, tests it and packs it. */
async function build(stage, workshop, kind, language) {
  const words = ["create", "--yes", "chatexport-plugin", kind, language, language];
  await run(stage, ["npm", ...words], { cwd: workshop });
  const name = `chatexport-${kind}-${language}`;
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
async function checkUses(stage, workshop, language) {
  const names = kinds.map((kind) => `chatexport-${kind}-${language}`);
  const project = projectOf(stage, `with plugins in ${language}`);
  await run(stage, ["npm", "install", ...quietly, "chatexport", ...names], { cwd: project });
  const everywhere = projectOf(stage, `everywhere plugins in ${language}`);
  const globally = ["--global", "--prefix", everywhere, ...quietly];
  await run(stage, ["npm", "install", ...globally, "chatexport", ...names], { cwd: everywhere });
  const packages = ["chatexport", ...names].flatMap((name) => ["-p", name]);
  const inProject = join(project, "node_modules/chatexport/bin/chatexport.js");
  const ways = {
    "a dependency": { cwd: project, command: ["npx", "chatexport"] },
    "a global install": { cwd: stage.folder, command: [join(everywhere, "bin/chatexport")] },
    "npx -p": {
      cwd: projectOf(stage, `npx with plugins in ${language}`),
      command: ["npx", "--yes", ...packages, "chatexport"],
    },
    "a local folder": {
      cwd: workshop,
      command: [process.execPath, inProject],
      words: names.map((name) => `./${name}`),
    },
  };
  for (const [name, way] of Object.entries(ways))
    await checkWay(stage, `${name}, ${language}`, names, { words: [language, language], ...way });
  return `${names.join(" and ")} as ${Object.keys(ways).join(", ")}`;
}

async function checkWay(stage, name, names, { cwd, command, words }) {
  const [from, to] = words;
  const chosen = ["--from", from, "--to", to];
  const home = join(stage.root, "examples/chatexport-source-example/fixtures/home");
  const out = join(stage.folder, "transcripts", name);
  await run(stage, [...command, ...chosen, "--home", home, "--out", out], { cwd });
  const documents = readdirSync(out, { recursive: true }).filter((path) => path.endsWith(".txt"));
  if (documents.length !== 2) throw new Error(`${name}: ${documents.length} documents, not 2`);
  const { stdout } = await run(stage, [...command, "plugins", "--json", ...chosen], { cwd });
  const listed = JSON.parse(stdout).map((plugin) => plugin.package);
  for (const plugin of names)
    if (!listed.includes(plugin)) throw new Error(`${name}: ${plugin} is not listed:\n${stdout}`);
}
