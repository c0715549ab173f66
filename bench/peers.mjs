/**
 * Measures other programs that turn Claude Code's transcripts into HTML beside `export --to html`,
 * on the same generated home; they are installed from npm: node bench/peers.mjs [--megabytes 200] [--rounds 3]
 */
import { mkdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chatexport } from "./contestants/program.mjs";
import { transcriptsBelow } from "./floors/claude/transcripts.mjs";
import { filesBelow } from "./floors/files.mjs";
import { measure } from "./measure.mjs";
import { installPeers, replay, transcripts } from "./peer-programs.mjs";
import { aligned, machine, median } from "./report.mjs";
import { homeOf } from "./sources.mjs";

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "200" },
    rounds: { type: "string", default: "3" },
  },
});
const data = fileURLToPath(new URL(".data", import.meta.url));
const scratch = join(data, "run");
const out = join(scratch, "out");
const { home } = homeOf("claude", Number(values.megabytes));
const sessions = transcriptsBelow(home).filter((path) => basename(dirname(path)) !== "subagents");
const largest = sessions.reduce((a, b) => (statSync(a).size >= statSync(b).size ? a : b));
installPeers();
mkdirSync(scratch, { recursive: true });

const whole = "all sessions";
const one = "the largest session";
const chat = chatexport(
  "export",
  { source: "claude", home },
  "--to",
  "html",
  "--out",
  out,
  "--quiet",
);
const programs = [
  { what: whole, name: "chatexport", runs: [chat] },
  {
    what: whole,
    name: "claude-code-transcripts",
    runs: [transcripts(`${home}/projects`, out)],
  },
  { what: whole, name: "claude-replay", runs: sessions.map((path) => replay(path, out)) },
  {
    what: one,
    name: "chatexport",
    runs: [[...chat.slice(0, 2), "--root", largest, ...chat.slice(4)]],
  },
  { what: one, name: "claude-replay", runs: [replay(largest, out)] },
];

const results = new Map(programs.map((program) => [program, []]));
for (let round = 0; round < Number(values.rounds); round++)
  for (const program of programs) results.get(program).push(compete(program));
rmSync(scratch, { recursive: true, force: true });
console.log(table());

/** Runs a program, for each session if it must be so; returns what all runs took together. */
function compete({ runs }) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const all = runs.map((program) => measure(program, scratch));
  const pages = filesBelow(out).filter((path) => path.endsWith(".html"));
  if (pages.length < runs.length) throw new Error(`${runs[0].join(" ")} wrote too few pages`);
  const sum = (of) => all.reduce((total, run) => total + of(run), 0);
  return {
    wall: sum(({ wall }) => wall),
    cpu: sum(({ cpu }) => cpu),
    peak: Math.max(...all.map(({ megabytes }) => megabytes)),
    pages: pages.length,
    written: filesBelow(out).reduce((total, path) => total + statSync(path).size, 0) / 1e6,
  };
}

function table() {
  const head = `chatexport ${machine.chatexport}, Node ${machine.node}, ${machine.cores} cores (${machine.processor}); ${values.megabytes} MB, ${sessions.length} sessions; medians of ${values.rounds} rounds`;
  const rows = programs.map((program) => {
    const runs = results.get(program);
    const middle = (of) => median(runs.map(of));
    const own = programs.find(({ what }) => what === program.what);
    const factor = median(runs.map(({ cpu }, round) => cpu / results.get(own)[round].cpu));
    return [
      `${program.what}, ${program.name}`,
      middle(({ wall }) => wall).toFixed(2),
      middle(({ cpu }) => cpu).toFixed(2),
      `${factor.toFixed(2)} ×`,
      middle(({ peak }) => peak).toFixed(),
      String(runs[0].pages),
      runs[0].written.toFixed(),
    ];
  });
  const titles = ["to HTML", "wall s", "CPU s", "of ours", "peak MB", "pages", "MB out"];
  const widest = Math.max(...rows.map(([name]) => name.length));
  return [
    head,
    "",
    ...aligned([titles, ...rows].map(([name, ...cells]) => [name.padEnd(widest), ...cells])),
  ].join("\n");
}
