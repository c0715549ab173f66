/**
 * Measures the export of a generated Claude Code home against floors, see README.md:
 * node bench/run.mjs [--megabytes 200] [--rounds 5] [--json FILE] [--tiny]
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { contestants } from "./contestants.mjs";
import { generateClaudeHome } from "./generate-claude-home.mjs";
import { measure } from "./measure.mjs";
import { reportOf, table } from "./report.mjs";

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    json: { type: "string" },
    tiny: { type: "boolean", default: false },
  },
});
const megabytes = values.tiny ? 2 : Number(values.megabytes);
const rounds = values.tiny ? 1 : Number(values.rounds);

const data = fileURLToPath(new URL(".data", import.meta.url));
const home = join(data, `claude-${megabytes}mb`);
const scratch = join(data, "run");
const out = join(scratch, "out");
if (!existsSync(join(home, "home.json"))) generateClaudeHome({ out: home, megabytes });
const facts = JSON.parse(readFileSync(join(home, "home.json"), "utf8"));
mkdirSync(scratch, { recursive: true });

const all = contestants({ home, out });
const runs = new Map(all.map(({ name }) => [name, []]));
for (let round = 1; round <= rounds; round++) {
  // Interleaved, so that what else the machine does meets all of them alike.
  for (const { name, program, check } of all) {
    rmSync(out, { recursive: true, force: true });
    const { stdout, ...run } = measure(program, scratch);
    const wrong = check({ facts, out, stdout });
    if (wrong) throw new Error(`${name}: ${wrong}`);
    runs.get(name).push(run);
  }
  if (!values.tiny) console.error(`Round ${round} of ${rounds} is done.`);
}
rmSync(scratch, { recursive: true, force: true });

if (values.tiny) console.log(`All ${all.length} programs gave what they should.`);
else {
  const report = reportOf({ facts, rounds, contestants: all, runs });
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(table(report));
}
