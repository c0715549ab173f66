import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { buildStore } from "../cursor-store.mjs";
import { checkCommands } from "./commands.mjs";
import { exportHome, readBack } from "./example-home.mjs";
import { checkOptionsFile } from "./options-file.mjs";
import { run } from "./run.mjs";
import { checkInstalled } from "./sizes.mjs";
import { projectOf } from "./stage.mjs";

const quietly = ["--no-audit", "--no-fund"];
/** The number of conversations in the example home. */
const documents = {
  ...{ claude: 8, codex: 3, copilot: 2, cursor: 8, opencode: 2 },
  ...{ cline: 1, droid: 1, gemini: 1, kimi: 1, pi: 1, qwen: 1 },
};
const all = Object.values(documents).reduce((sum, count) => sum + count, 0);

/** `npm install chatexport`: what it brings, every command, and all sessions as far as it can. */
export async function checkProject(stage, major) {
  const node = stage.nodes[major];
  const cwd = projectOf(stage, `project ${major}`);
  await run(stage, ["npm", "install", ...quietly, "chatexport"], { cwd, node });
  const size = checkInstalled(cwd, major);
  const program = { command: [node, "node_modules/chatexport/bin/chatexport.js"], cwd, node };
  const claude = { from: ["claude"], documents: documents.claude, out: "claude" };
  await exportHome(stage, program, claude);
  const { out, found } = await exportHome(stage, program, { documents: all });
  await readBack(stage, program, { out, documents: all });
  const commands = await checkCommands(stage, program);
  return [size, `${found}, read back`, commands].join("; ");
}

/** `npx chatexport --from cursor` in an empty folder, under each Node: the same documents, and stores as they were. */
export async function checkNpx(stage) {
  const stores = join(stage.folder, "stores");
  cpSync(join(stage.root, "packages/source-cursor/fixtures"), stores, { recursive: true });
  buildStore(stores);
  const before = filesIn(stores, statOf);
  let found;
  // Node 20 last, for which npm would leave better-sqlite3 out: now it is there and cannot be loaded.
  for (const [version, node] of Object.entries(stage.nodes).reverse()) {
    const cwd = projectOf(stage, `npx ${version}`);
    const program = { command: ["npx", "--yes", "chatexport"], cwd, node };
    const expected = { from: ["cursor"], to: ["markdown"], documents: documents.cursor };
    const { out } = await exportHome(stage, program, { ...expected, out: "of home" });
    const words = ["--from", "cursor", "--to", "jsonl", "--root", stores, "--out", "of stores"];
    // Some of the stores are broken.
    await run(stage, [...program.command, ...words], { ...program, exitCode: 1 });
    const written = [out, join(cwd, "of stores")].map((folder) => filesIn(folder, hashOf));
    found ??= written;
    if (!isDeepStrictEqual(written, found))
      throw new Error(`Node ${version} writes other documents than another one`);
    if (!isDeepStrictEqual(filesIn(stores, statOf), before))
      throw new Error(`Node ${version} has changed something in the stores`);
  }
  const count = found.reduce((sum, files) => sum + Object.keys(files).length, 0);
  return `the same ${count} files and folders under Node ${Object.keys(stage.nodes).join(", ")}`;
}

/** The files below a folder with what is known of each, without what an archive remembers of itself. */
function filesIn(folder, factsOf) {
  const paths = readdirSync(folder, { recursive: true }).sort();
  const files = paths.filter((path) => !path.startsWith(".chatexport"));
  return Object.fromEntries(files.map((path) => [path, factsOf(join(folder, path))]));
}

function statOf(path) {
  const { size, mtimeMs } = statSync(path);
  return `${size} bytes, ${mtimeMs}`;
}

function hashOf(path) {
  if (statSync(path).isDirectory()) return "a folder";
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** `npm install --global chatexport`. */
export async function checkGlobal(stage) {
  const cwd = projectOf(stage, "global");
  const words = ["--global", "--prefix", cwd, ...quietly];
  await run(stage, ["npm", "install", ...words, "chatexport"], { cwd });
  const program = { command: [join(cwd, "bin/chatexport")], cwd };
  const expected = { from: ["claude"], to: ["markdown"], documents: documents.claude };
  return (await exportHome(stage, program, expected)).found;
}

/** `pnpm add chatexport`, which ends with 1 when anything in the tree has an install script. */
export async function checkPnpm(stage) {
  const cwd = projectOf(stage, "pnpm");
  await run(stage, ["pnpm", "add", "chatexport"], { cwd });
  const program = { command: ["pnpm", "exec", "chatexport"], cwd };
  const expected = { from: ["claude"], to: ["markdown"], documents: documents.claude };
  const { found } = await exportHome(stage, program, expected);
  return `${found}; file of options: ${await checkOptionsFile(stage, cwd)}`;
}
