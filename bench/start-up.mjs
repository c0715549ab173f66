/**
 * Measures what the program takes besides the data, against an empty program of Node, see README.md:
 * node bench/start-up.mjs [--rounds 21]
 */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure } from "./measure.mjs";
import { aligned, machine, medianOf } from "./report.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "21" } } });
const rounds = Number(values.rounds);
const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const scratch = path("bench/.data/run");
const out = join(scratch, "out");
const oneTool = join(scratch, "home");
const chatexport = (...words) => [path("packages/cli/bin/chatexport.js"), ...words];
const home = ["--home", path("examples/home")];
const exporting = (to) =>
  chatexport("--from", "claude", ...home, "--limit", "1", "--to", to, "--out", out, "--quiet");
const floor = "node -e 0";
const programs = {
  [floor]: ["-e", "0"],
  "chatexport --version": chatexport("--version"),
  "chatexport --help": chatexport("--help"),
  "a word to complete": chatexport("__complete", "list", "--"),
  "list of Claude Code": chatexport("list", "--home", oneTool),
  "list of the example": chatexport("list", ...home),
  "a session to JSONL": exporting("jsonl"),
  "a session to Markdown": exporting("markdown"),
  "a session to HTML": exporting("html"),
};

mkdirSync(scratch, { recursive: true });
cpSync(path("examples/home/.claude"), join(oneTool, ".claude"), { recursive: true });
const runs = new Map(Object.keys(programs).map((name) => [name, []]));
for (let round = 0; round < rounds; round++)
  // Interleaved, so that what else the machine does meets all of them alike.
  for (const [name, program] of Object.entries(programs)) {
    rmSync(out, { recursive: true, force: true });
    runs.get(name).push(measure(program, scratch));
  }
rmSync(scratch, { recursive: true, force: true });

const milliseconds = (seconds) => (seconds * 1000).toFixed();
const base = medianOf(runs.get(floor));
const rows = [...runs].map(([name, own]) => {
  const { wall, cpu } = medianOf(own);
  return [name, milliseconds(wall), milliseconds(cpu), `+${milliseconds(cpu - base.cpu)}`];
});
console.log(
  `Node ${machine.node}, ${machine.cores} cores (${machine.processor}); medians of ${rounds} rounds\n`,
);
console.log(aligned([["", "wall ms", "CPU ms", "to floor"], ...rows]).join("\n"));
