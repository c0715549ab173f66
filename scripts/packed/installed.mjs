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
/** Those that need no database: one of Cursor's is a transcript. */
const withoutDatabases = 10;
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
  const remedies = hasDriver(major) ? [] : [await checkRemedies(stage, program)];
  const { out, found } = await exportHome(stage, program, { documents: all });
  await readBack(stage, program, { out, documents: all });
  const commands = await checkCommands(stage, program);
  await checkOptionsFile(stage, cwd);
  return [size, ...remedies, `${found}, read back`, commands, "files of options"].join("; ");
}

const hasDriver = (major) => major > 22;

/**
 * A Node without a driver: everything but the databases comes out, the end is 1, and each of the
 * two remedies that are named helps as it is named.
 */
async function checkRemedies(stage, program) {
  const expected = { documents: withoutDatabases, exitCode: 1, out: "without a driver" };
  const { stderr } = await exportHome(stage, program, expected);
  const [, otherNode, beside] =
    /`(npx .+) …`, or the package (\S+) installed beside/.exec(stderr.replaceAll(/\s+/g, " ")) ??
    [];
  if (!beside) throw new Error(`names no remedies:\n${stderr}`);
  const cursor = { from: ["cursor"], to: ["markdown"], documents: documents.cursor };
  const npx = { ...program, command: otherNode.split(" ") };
  await exportHome(stage, npx, { ...cursor, out: "the other Node" });
  await run(stage, ["npm", "install", ...quietly, "--ignore-scripts", beside], program);
  return "both remedies help";
}

/** `npx chatexport --from cursor --to markdown` in an empty folder, with more packages if need be. */
export async function checkNpx(stage, major, more = []) {
  const program = {
    command: [
      "npx",
      "--yes",
      ...["chatexport", ...more].flatMap((name) => ["-p", name]),
      "chatexport",
    ],
    cwd: projectOf(stage, `npx ${major} ${more.length}`),
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
