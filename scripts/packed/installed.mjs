import { join } from "node:path";
import { checkCommands } from "./commands.mjs";
import { exportHome, readBack } from "./example-home.mjs";
import { checkOptionsFile } from "./options-file.mjs";
import { run } from "./run.mjs";
import { checkInstalled } from "./sizes.mjs";
import { projectOf } from "./stage.mjs";

const quietly = ["--no-audit", "--no-fund"];
/** How many conversations the example home has. */
const documents = { claude: 9, cursor: 8 };
const all = documents.claude + documents.cursor;

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
  await checkOptionsFile(stage, cwd);
  return [size, `${found}, read back`, commands, "files of options"].join("; ");
}

/** `npx chatexport --from cursor --to markdown` in an empty folder. */
export async function checkNpx(stage, major) {
  const program = {
    command: ["npx", "--yes", "chatexport"],
    cwd: projectOf(stage, `npx ${major}`),
    node: stage.nodes[major],
  };
  const expected = { from: ["cursor"], to: ["markdown"], documents: documents.cursor };
  return (await exportHome(stage, program, expected)).found;
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
  return (await exportHome(stage, program, expected)).found;
}
