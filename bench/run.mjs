/**
 * Measures list and export of generated homes against floors, see README.md:
 * node bench/run.mjs [--source claude|cursor] [--megabytes 240,720] [--rounds 5] [--json FILE] [--tiny]
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { contestants } from "./contestants.mjs";
import { measure } from "./measure.mjs";
import { machine, memoryTable, resultsOf, table } from "./report.mjs";
import { sources } from "./sources.mjs";

const { values } = parseArgs({
  options: {
    source: { type: "string", multiple: true, default: Object.keys(sources) },
    megabytes: { type: "string" },
    rounds: { type: "string", default: "5" },
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
for (const source of values.source) {
  const sizes = values.tiny ? [2] : (values.megabytes?.split(",") ?? [sources[source].megabytes]);
  const ofSource = sizes.map((size) => compare(source, Number(size)));
  reports.push(...ofSource);
  if (values.tiny) continue;
  for (const report of ofSource) console.log(`${table(report)}\n`);
  if (ofSource.length > 1) console.log(`${memoryTable(ofSource)}\n`);
}
rmSync(scratch, { recursive: true, force: true });
if (values.json) writeFileSync(values.json, `${JSON.stringify(reports, null, 2)}\n`);

/** Runs all programs on the home of a source in this size; returns the report. */
function compare(source, megabytes) {
  const home = join(data, `${source}-${megabytes}mb`);
  if (!existsSync(join(home, "home.json"))) sources[source].generate({ out: home, megabytes });
  const facts = JSON.parse(readFileSync(join(home, "home.json"), "utf8"));
  const all = contestants({ source, home, out });
  const runs = new Map(all.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    // Interleaved, so that what else the machine does meets all of them alike.
    for (const { name, program, check } of all) {
      rmSync(out, { recursive: true, force: true });
      const { stdout, ...run } = measure(program, scratch);
      const wrong = check({ facts, out, stdout });
      if (wrong) throw new Error(`${source}, ${name}: ${wrong}`);
      runs.get(name).push(run);
    }
    if (!values.tiny) console.error(`${source}: round ${round} of ${rounds} is done.`);
  }
  if (values.tiny) console.log(`${source}: all ${all.length} programs gave what they should.`);
  return { ...machine, source, home: facts, rounds, results: resultsOf(all, runs) };
}
