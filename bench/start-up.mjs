/**
 * Measures how long the program takes to be there against an empty program of Node, see README.md:
 * node bench/start-up.mjs [--rounds 21]
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { aligned, machine, median } from "./report.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "21" } } });
const rounds = Number(values.rounds);
const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const chatexport = path("packages/cli/bin/chatexport.js");
const floor = "node -e 0";
const programs = {
  [floor]: ["-e", "0"],
  "chatexport --version": [chatexport, "--version"],
  "chatexport --help": [chatexport, "--help"],
  "a word to complete": [chatexport, "__complete", "list", "--"],
  "list of the example": [chatexport, "list", "--home", path("examples/home")],
};

const runs = new Map(Object.keys(programs).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  // Interleaved, so that what else the machine does meets all of them alike.
  for (const [name, program] of Object.entries(programs)) {
    const start = process.hrtime.bigint();
    const { status, stderr } = spawnSync(process.execPath, program);
    runs.get(name).push(Number(process.hrtime.bigint() - start) / 1e6);
    if (status !== 0) throw new Error(`${name} ended with ${status}:\n${stderr}`);
  }

const base = median(runs.get(floor));
const rows = [...runs].map(([name, times]) => {
  const milliseconds = median(times);
  return [name, milliseconds.toFixed(), `${(milliseconds / base).toFixed(2)} ×`];
});
console.log(
  `Node ${machine.node}, ${machine.cores} cores (${machine.processor}); ${rounds} rounds\n`,
);
console.log(aligned([["", "ms", "node -e 0"], ...rows]).join("\n"));
