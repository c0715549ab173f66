import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { writeManifests } from "../release/manifests.mjs";
import { run } from "./run.mjs";

/** The parts of a release, and the changes of its versions. */
const parts = [
  ".changeset",
  "LICENSE",
  "docs",
  "examples",
  "package.json",
  "packages",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "tsconfig.base.json",
];

/**
 * Copies the workspace and raises its versions as the script `version-packages` does; gives the copy.
 * Without changesets, as right after a release, the versions are those that are here.
 */
export async function prepareRelease(stage) {
  const { folder, root } = stage;
  const workspace = join(folder, "workspace");
  for (const part of parts) {
    const options = { recursive: true, verbatimSymlinks: true };
    cpSync(join(root, part), join(workspace, part), options);
  }
  // Where the links in the packages lead.
  symlinkSync(join(root, "node_modules"), join(workspace, "node_modules"));
  const changesets = join(workspace, "node_modules/@changesets/cli/bin.js");
  await run(stage, [process.execPath, changesets, "version"], { cwd: workspace });
  await run(stage, [process.execPath, join(root, "scripts/follow-versions.mjs"), workspace]);
  // New plugins ask for the packages as they are now.
  const generator = join(workspace, "packages/create-chatexport-plugin");
  await run(stage, [process.execPath, join(root, "scripts/bundle.mjs")], { cwd: generator });
  writeManifests(workspace);
  return workspace;
}
