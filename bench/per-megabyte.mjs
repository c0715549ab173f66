/**
 * The cost of each source per megabyte of its store, beside the first one: node
 * bench/per-megabyte.mjs [--source claude --source codex --source opencode] [--megabytes 200]
 * [--rounds 3]
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { documents, unequal } from "./checks.mjs";
import { chatexport } from "./contestants/program.mjs";
import { measure } from "./measure.mjs";
import { aligned, medianOf } from "./report.mjs";
import { homeOf } from "./sources.mjs";

const { values } = parseArgs({
  options: {
    source: { type: "string", multiple: true, default: ["claude", "codex", "opencode"] },
    megabytes: { type: "string", default: "200" },
    rounds: { type: "string", default: "3" },
  },
});
const scratch = fileURLToPath(new URL(".data/run", import.meta.url));
const out = join(scratch, "out");
mkdirSync(scratch, { recursive: true });

const works = values.source.map((source) => {
  const { home, facts } = homeOf(source, Number(values.megabytes));
  const work = { source, home, facts, exports: [], lists: [] };
  const to = ["--to", "jsonl", "--out", out, "--quiet"];
  return {
    ...work,
    exporting: chatexport("export", work, ...to),
    listing: chatexport("list", work, "--json"),
  };
});
for (let round = 0; round < Number(values.rounds); round++)
  // Interleaved, so that what else the machine does meets all of them alike.
  for (const { source, facts, exporting, listing, exports, lists } of works) {
    rmSync(out, { recursive: true, force: true });
    exports.push(measure(exporting, scratch));
    const found = documents(out, ".jsonl").length;
    const wrong = unequal(found, facts.sessions, `documents of ${source}`);
    if (wrong) throw new Error(wrong);
    lists.push(measure(listing, scratch));
  }
rmSync(scratch, { recursive: true, force: true });

const perMegabyte = ({ facts, exports }) => medianOf(exports).cpu / (facts.bytes / 1e6);
const titles = [
  "",
  "MB",
  "sessions",
  "JSONL CPU s",
  "ms per MB",
  "× first",
  "peak MB",
  "list CPU s",
  "peak MB",
];
const rows = works.map((work) => [
  work.source,
  (work.facts.bytes / 1e6).toFixed(),
  `${work.facts.sessions}`,
  medianOf(work.exports).cpu.toFixed(2),
  (perMegabyte(work) * 1000).toFixed(1),
  (perMegabyte(work) / perMegabyte(works[0])).toFixed(2),
  medianOf(work.exports).megabytes.toFixed(),
  medianOf(work.lists).cpu.toFixed(2),
  medianOf(work.lists).megabytes.toFixed(),
]);
console.log(aligned([titles, ...rows], [10, 12, 12, 10, 10, 10, 12, 10]).join("\n"));
