/**
 * Loaded into a measured process with `--import`: says at its end what it used, in the file named
 * by BENCH_USAGE.
 */
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }),
  );
});
