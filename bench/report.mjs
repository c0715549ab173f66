import { readFileSync } from "node:fs";
import { cpus } from "node:os";

const manifest = new URL("../packages/cli/package.json", import.meta.url);

/** Machine, versions, the home that was read, and for each program medians and ratios. */
export function reportOf({ facts, rounds, contestants, runs }) {
  const medians = new Map([...runs].map(([name, list]) => [name, medianOf(list)]));
  return {
    chatexport: JSON.parse(readFileSync(manifest, "utf8")).version,
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]?.model,
    home: facts,
    rounds,
    results: contestants.map(({ name, floor }) => {
      const run = medians.get(name);
      if (floor === undefined) return { name, ...run };
      const { cpu, wall } = medians.get(floor);
      return { name, ...run, floor, cpuRatio: run.cpu / cpu, wallRatio: run.wall / wall };
    }),
  };
}

/** The report as a table for a terminal. */
export function table({ chatexport, node, cores, processor, home, rounds, results }) {
  const size = `${(home.bytes / 1e6).toFixed()} MB in ${home.sessions} sessions`;
  const head = [
    `chatexport ${chatexport}, Node ${node}, ${cores} cores (${processor})`,
    `${size}, ${home.transcripts} transcripts; medians of ${rounds} rounds`,
  ];
  const rows = results.map(({ name, wall, cpu, megabytes, floor, cpuRatio, wallRatio }) => [
    name,
    wall.toFixed(2),
    cpu.toFixed(2),
    megabytes.toFixed(),
    floor ? `${cpuRatio.toFixed(2)} × CPU, ${wallRatio.toFixed(2)} × wall of ${floor}` : "",
  ]);
  const lines = [["", "wall s", "CPU s", "peak MB", ""], ...rows].map(([name, ...cells]) =>
    [name.padEnd(20), ...cells.map((cell) => cell.padStart(8))].join("  ").trimEnd(),
  );
  return [...head, "", ...lines].join("\n");
}

function medianOf(runs) {
  return {
    wall: median(runs.map(({ wall }) => wall)),
    cpu: median(runs.map(({ cpu }) => cpu)),
    megabytes: median(runs.map(({ megabytes }) => megabytes)),
  };
}

/** The middle of a list of numbers. */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
