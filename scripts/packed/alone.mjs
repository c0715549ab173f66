import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  compileForBundlers,
  compileForNode,
  entriesOf,
  importing,
  runEverywhere,
} from "./consumer.mjs";
import { run } from "./run.mjs";
import { projectOf } from "./stage.mjs";

/**
 * Installs one package by its name, so that each package finds what it depends on and nothing else,
 * compiles a strict program that imports all that it exports, and runs it under each Node.
 */
export async function checkAlone(stage, { name, manifest }) {
  const folder = projectOf(stage, `alone ${name.replace("/", " ")}`);
  // npm, and pnpm unless it is told so, let packages find what others depend on, too. Under Node 20
  // neither would install a driver for databases that is optional.
  const words = ["add", "--config.hoist=false", name];
  await run(stage, ["pnpm", ...words], { cwd: folder, node: stage.nodes[24] });
  const all = readdirSync(join(folder, "node_modules/.pnpm")).filter((each) => each.includes("@"));
  if (!readDatabases.has(name) && all.some((each) => each.startsWith("better-sqlite3@")))
    throw new Error(`${name} brings a driver for databases`);

  const entries = entriesOf(manifest);
  const forNode = entries.filter((entry) => needsNode.test(entry));
  const others = entries.filter((entry) => !needsNode.test(entry));
  if (others.length > 0) await compileForBundlers(stage, folder, importing(others));
  if (forNode.length > 0) await compileForNode(stage, folder, importing(forNode));
  await runEverywhere(stage, folder, entries);
  return `imported, required and compiled: ${entries.join(", ")}; other packages: ${all.length - 1}`;
}

/** Entries for programs that work on files themselves, whose types name those of Node. */
const needsNode = /\/(?:paths|records|transplant)$/;

const readDatabases = new Set([
  "@chatexport/relocate",
  "@chatexport/source-codex",
  "@chatexport/source-copilot",
  "@chatexport/source-cursor",
  "@chatexport/source-opencode",
  "@chatexport/sqlite",
  "@chatexport/transplant",
]);
