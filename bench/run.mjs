/**
 * Measures the commands on generated homes against floors, see README.md:
 * node bench/run.mjs [--source claude|cursor] [--megabytes 240,720] [--rounds 5]
 *   [--group export|list|read] [--json FILE] [--tiny]
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stateOf } from "./checks.mjs";
import { contestants, groups } from "./contestants.mjs";
import { measure } from "./measure.mjs";
import { growthTable, machine, resultsOf, table } from "./report.mjs";
import { homeOf, sources } from "./sources.mjs";

const { values } = parseArgs({
  options: {
    source: { type: "string", multiple: true, default: ["claude", "cursor"] },
    megabytes: { type: "string" },
    rounds: { type: "string", default: "5" },
    group: { type: "string", multiple: true, default: groups },
    json: { type: "string" },
    tiny: { type: "boolean", default: false },
  },
});
const rounds = values.tiny ? 1 : Number(values.rounds);
const data = fileURLToPath(new URL(".data", import.meta.url));
const scratch = join(data, "run");
const out = join(scratch, "out");
mkdirSync(scratch, { recursive: true });

const reports = [];
const stay = () => {};
for (const source of values.source) {
  const sizes = values.tiny ? [2] : (values.megabytes?.split(",") ?? [sources[source].megabytes]);
  const ofSource = sizes.map((size) => compare(source, Number(size)));
  reports.push(...ofSource);
  if (values.tiny) continue;
  for (const report of ofSource) console.log(`${table(report)}\n`);
  if (ofSource.length > 1) console.log(`${growthTable(ofSource)}\n`);
}
rmSync(scratch, { recursive: true, force: true });
if (values.json) writeFileSync(values.json, `${JSON.stringify(reports, null, 2)}\n`);

/** Runs all programs on the home of a source in this size; returns the report. */
function compare(source, megabytes) {
  const { home, facts } = homeOf(source, megabytes);
  const all = contestants({ source, home, out }, values.group);
  const runs = new Map(all.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    // Interleaved, so that what else the machine does meets all of them alike.
    for (const contestant of all) {
      const { wrong, run } = compete(contestant, { source, home, facts });
      if (wrong) throw new Error(`${source}, ${contestant.name}: ${wrong}`);
      runs.get(contestant.name).push(run);
    }
    if (!values.tiny) console.error(`${source}: round ${round} of ${rounds} is done.`);
  }
  if (values.tiny) console.log(`${source}: all ${all.length} programs gave what they should.`);
  return { ...machine, source, home: facts, rounds, results: resultsOf(all, runs) };
}

/** Runs one program; returns what it took, and what is wrong with its result. */
function compete({ program, goesOn, touches, check }, { source, home, facts }) {
  if (!goesOn) rmSync(out, { recursive: true, force: true });
  const before = goesOn && stateOf(out);
  // Ctrl-C then ends the program alone, and with it this one, after the home is as it was.
  process.on("SIGINT", stay);
  const touched = touches ? sources[source].touch(home) : undefined;
  try {
    const { stdout, ...run } = measure(program, scratch);
    return { run, wrong: check({ facts, stdout, before, session: touched?.id }) };
  } finally {
    touched?.undo();
    process.off("SIGINT", stay);
  }
}
