import { compileForNode, entriesOf, importing, makingPlugins } from "./consumer.mjs";
import { run } from "./run.mjs";
import { projectOf } from "./stage.mjs";

/** Installs all libraries in one project, and compiles a strict program for Node with all that they export. */
export async function checkTogether(stage, libraries) {
  const cwd = projectOf(stage, "together");
  const names = libraries.map(({ name }) => name);
  await run(stage, ["npm", "install", "--no-audit", "--no-fund", ...names], { cwd });
  const entries = libraries.flatMap(({ manifest }) => entriesOf(manifest));
  await compileForNode(stage, cwd, [[cwd, importing(entries) + makingPlugins(entries)]]);
  return `${entries.length} entries of ${names.length} packages`;
}
