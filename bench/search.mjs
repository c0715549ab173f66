/**
 * Measures the search index: its first build beside a masked export, its size, searches in an open index and in
 * a new process, and ripgrep over the stores; see README.md:
 * node bench/search.mjs [--claude 200] [--cursor 240] [--rounds 5]
 */
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inflateSync } from "node:zlib";
import { listSessions } from "../packages/core/dist/index.js";
import { isSaid } from "../packages/document/dist/search/index.js";
import { alternativesOf, openSearchIndex, queryOf } from "../packages/search-index/dist/index.js";
import claude from "../packages/source-claude/dist/index.js";
import cursor from "../packages/source-cursor/dist/index.js";
import { DatabaseSync } from "../scripts/sqlite.mjs";
import { unequal } from "./checks.mjs";
import { chatexport } from "./contestants/program.mjs";
import { markWord } from "./generator/text.mjs";
import { measure } from "./measure.mjs";
import { aligned, machine, median, medianOf } from "./report.mjs";
import { installRipgrep, ripgrep } from "./ripgrep.mjs";
import { homeOf, sources } from "./sources.mjs";

const readers = {
  claude: (home) => claude({ roots: [home] }),
  cursor: (home) => cursor({ home }),
};
/** The text that is searched for, and if everywhere instead of in what was said. */
const searches = [
  ["nothing", "zebrafinch", false],
  ["once in each session", markWord, false],
  ["a phrase", "the parser", false],
  ["a common word", "the", false],
  ["Chinese", "検索", false],
  ["code, everywhere", "queue.next(7)", true],
  ["common code, everywhere", "const reader", true],
];

const { values } = parseArgs({
  options: {
    claude: { type: "string", default: "200" },
    cursor: { type: "string", default: "240" },
    rounds: { type: "string", default: "5" },
  },
});
const rounds = Number(values.rounds);
const scratch = fileURLToPath(new URL(".data/run", import.meta.url));
const out = join(scratch, "out");
const cache = join(scratch, "cache");
const folder = join(cache, "chatexport", "search");
process.env.XDG_CACHE_HOME = cache;
process.env.LOCALAPPDATA = cache;
installRipgrep();
const tables = [];
for (const source of Object.keys(readers)) tables.push(await tableOf(source));
rmSync(scratch, { recursive: true, force: true });
console.log(
  `Node ${machine.node}, ${machine.cores} cores (${machine.processor}); medians of ${rounds} rounds\n`,
);
console.log(tables.join("\n\n"));

async function tableOf(source) {
  const { home, facts } = homeOf(source, Number(values[source]));
  const work = { source, home };
  const run = (command, ...words) => measure(chatexport(command, work, ...words), scratch);
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });

  const build = run("search", "zebrafinch", "--quiet");
  const exported = run("export", "--to", "jsonl", "--out", out, "--quiet");
  rmSync(out, { recursive: true, force: true });
  const { bytes, text, rules, place } = indexIn(folder);

  const runs = new Map();
  const add = (name, result) => runs.set(name, [...(runs.get(name) ?? []), result]);
  for (let round = 0; round < rounds; round++) {
    add("node", measure(["-e", "0"], scratch));
    add("list", run("list", "--json"));
    for (const [name, wanted, isAll] of searches) {
      add(name, run("search", wanted, ...(isAll ? ["--all"] : []), "--quiet"));
      add(`rg ${name}`, { wall: ripgrep(wanted, home) });
    }
    const { undo } = sources[source].touch(home);
    try {
      add("touched list", run("list", "--json"));
      add("refresh", run("search", "zebrafinch", "--quiet"));
    } finally {
      undo();
    }
    run("search", "zebrafinch", "--quiet");
  }
  const open = await openTimes(readers[source](home), { rules, place }, facts);

  const megabytes = (number) => (number / 1e6).toFixed();
  const above = (name, floor) =>
    (1000 * (medianOf(runs.get(name)).cpu - medianOf(runs.get(floor)).cpu)).toFixed();
  const rows = searches.map(([name]) => [
    name,
    open.get(name).toFixed(1),
    above(name, "list"),
    above(name, "node"),
    (1000 * medianOf(runs.get(name)).wall).toFixed(),
    (1000 * median(runs.get(`rg ${name}`).map(({ wall }) => wall))).toFixed(),
  ]);
  const titles = ["", "open ms", "CPU above list", "above node", "wall ms", "rg wall ms"];
  return [
    `${source}: ${megabytes(facts.bytes)} MB in ${facts.sessions} sessions`,
    `first build ${build.cpu.toFixed(1)} s of CPU, masked export to JSONL ${exported.cpu.toFixed(1)} s: ${(build.cpu / exported.cpu).toFixed(2)} ×`,
    `index ${megabytes(bytes)} MB, masked text ${megabytes(text)} MB: ${(bytes / text).toFixed(2)} ×`,
    `list above node: ${above("list", "node")} ms of CPU; refresh above list: ${above("refresh", "touched list")} ms`,
    ...aligned([titles, ...rows], [10, 16, 12, 9, 12]),
  ].join("\n");
}

/** The size of an index, that of the texts in it with a line break after each, and for what it is. */
function indexIn(folder) {
  const path = ["search.db", "search-alone.db"].map((name) => join(folder, name)).find(existsSync);
  const database = new DatabaseSync(path, { readOnly: true });
  const { rules } = database.prepare("SELECT rules FROM meta").get();
  const { place } = database.prepare("SELECT place FROM session").get();
  let text = 0;
  for (const { labels } of database.prepare("SELECT labels FROM block").iterate())
    for (const size of JSON.parse(inflateSync(labels).toString().split("\n", 1)[0])) text += size;
  database.close();
  return { bytes: statSync(path).size, text, rules, place };
}

/** The median milliseconds of each search in an index that stays open. */
async function openTimes(reader, { rules, place }, facts) {
  const report = ({ message }) => console.error(message);
  const listed = await listSessions([reader], { report() {} });
  const index = await openSearchIndex({ folder, rules, place, report });
  const times = new Map();
  for (const [name, wanted, isAll] of searches) {
    const query = await queryOf(alternativesOf([wanted]));
    const parts = isAll
      ? { isWanted: () => true }
      : { isWanted: isSaid, isSaidOnly: true, isElsewhere: (part) => !isSaid(part) };
    const all = Array.from({ length: 2 * rounds + 1 }, () => {
      const start = performance.now();
      let lines = 0;
      for (const { kept } of index.search(query, listed, parts))
        for (const { count } of kept.parts) lines += count;
      const time = performance.now() - start;
      const wrong = wanted === markWord && unequal(lines, facts.sessions, "lines");
      if (wrong) throw new Error(wrong);
      return time;
    });
    times.set(name, median(all));
  }
  index.close();
  return times;
}
