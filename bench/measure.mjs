import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const preload = new URL("usage.mjs", import.meta.url).href;

/**
 * Runs a Node program to its end. Returns its wall and CPU time in seconds, its peak memory in MB
 * and its output as the path of a file; throws when it fails.
 */
export function measure(program, scratch) {
  const usage = join(scratch, "usage.json");
  const stdout = join(scratch, "stdout");
  rmSync(usage, { force: true });
  const output = openSync(stdout, "w");
  const start = process.hrtime.bigint();
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ["--import", preload, ...program],
    {
      env: { ...process.env, BENCH_USAGE: usage },
      stdio: ["ignore", output, "pipe"],
      maxBuffer: 1 << 26,
    },
  );
  const wall = Number(process.hrtime.bigint() - start) / 1e9;
  closeSync(output);
  if (status !== 0)
    throw new Error(`\`node ${program.join(" ")}\` ended with ${status ?? signal}:\n${stderr}`);
  return { wall, ...JSON.parse(readFileSync(usage, "utf8")), stdout };
}
