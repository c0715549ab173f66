import { readFileSync } from "node:fs";
import { cpus } from "node:os";

const manifest = new URL("../packages/cli/package.json", import.meta.url);

/** The versions and the machine that a report is of. */
export const machine = {
  chatexport: JSON.parse(readFileSync(manifest, "utf8")).version,
  node: process.version,
  cores: cpus().length,
  processor: cpus()[0]?.model,
};

/**
 * For each program the medians of its runs, and its ratios to its floor: those of each round, in
 * which the two ran one soon after the other, as `[median, least, greatest]`.
 */
export function resultsOf(contestants, runs) {
  return contestants.map(({ name, floor }) => {
    const own = runs.get(name);
    if (floor === undefined) return { name, ...medianOf(own) };
    const floors = runs.get(floor);
    const ratios = (what) => spreadOf(own.map((run, round) => run[what] / floors[round][what]));
    return { name, ...medianOf(own), floor, cpuRatio: ratios("cpu"), wallRatio: ratios("wall") };
  });
}

/** A report as a table for a terminal. */
export function table({ chatexport, node, cores, processor, source, home, rounds, results }) {
  const counts = ["sessions", "transcripts", "messages"]
    .filter((what) => home[what] !== undefined)
    .map((what) => `${home[what]} ${what}`);
  const head = [
    `chatexport ${chatexport}, Node ${node}, ${cores} cores (${processor})`,
    `${source}: ${megabytesOf(home)} MB in ${counts.join(", ")}; medians of ${rounds} rounds`,
  ];
  const rows = results.map(({ name, wall, cpu, megabytes, floor, cpuRatio, wallRatio }) => [
    name,
    wall.toFixed(2),
    cpu.toFixed(2),
    megabytes.toFixed(),
    ...(floor ? [times(cpuRatio), times(wallRatio), floor.replace("floor: ", "")] : []),
  ]);
  const titles = ["", "wall s", "CPU s", "peak MB", "× CPU", "× wall", "of"];
  return [...head, "", ...aligned([titles, ...rows], [8, 8, 8, 18, 18, 0])].join("\n");
}

/**
 * Reports of one source side by side: the peak memory of each program, and by how much its CPU time
 * grew when the home became twice as large.
 */
export function growthTable(reports) {
  const larger = reports.slice(1);
  const head = [
    ...["", ...reports.map(({ home }) => `${megabytesOf(home)} MB`)],
    ...larger.map(({ home }) => `to ${megabytesOf(home)}`),
  ];
  const rows = reports[0].results.map(({ name }, index) => [
    name,
    ...reports.map(({ results }) => `${results[index].megabytes.toFixed()} MB`),
    ...larger.map((report, before) => `${perDoubling(reports[before], report, index)} ×`),
  ]);
  return aligned([head, ...rows]).join("\n");
}

/** By how much the CPU time of a program would grow for twice the data, told from two sizes of it. */
function perDoubling(smaller, larger, index) {
  const time = larger.results[index].cpu / smaller.results[index].cpu;
  const data = larger.home.bytes / smaller.home.bytes;
  return (2 ** (Math.log(time) / Math.log(data))).toFixed(2);
}

/** A ratio with its spread. */
function times([middle, least, greatest]) {
  return `${middle.toFixed(2)} (${least.toFixed(2)}–${greatest.toFixed(2)})`;
}

function spreadOf(ratios) {
  return [median(ratios), Math.min(...ratios), Math.max(...ratios)];
}

function megabytesOf({ bytes }) {
  return (bytes / 1e6).toFixed();
}

/** Rows as columns of text, the first one to the left, the others as wide as `widths` says, or 8. */
export function aligned(rows, widths = []) {
  return rows.map(([name, ...cells]) =>
    [name.padEnd(28), ...cells.map((cell, index) => cell.padStart(widths[index] ?? 8))]
      .join("  ")
      .trimEnd(),
  );
}

export function medianOf(runs) {
  return {
    wall: median(runs.map(({ wall }) => wall)),
    cpu: median(runs.map(({ cpu }) => cpu)),
    megabytes: median(runs.map(({ megabytes }) => megabytes)),
  };
}

/** The middle of a list of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
