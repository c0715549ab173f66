import { availableParallelism } from "node:os";

/**
 * Runs checks, as many at once as there are processors, and prints a line for each when it is done.
 * A check has a `name` and a function `run`, which gives a sentence on what was found or throws.
 * Gives whether all of them passed.
 */
export async function checkAll(checks) {
  const waiting = checks.values();
  let failed = 0;
  const lane = async () => {
    for (const { name, run } of waiting) {
      const begin = performance.now();
      const [word, found] = await run().then(
        (finding) => ["ok", finding],
        (error) => ["FAILED", error.message],
      );
      if (word !== "ok") failed += 1;
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      console.log(`${word.padEnd(6)} ${seconds.padStart(5)} s  ${name}: ${found}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  console.log(
    failed > 0 ? `${failed} of ${checks.length} failed` : `${checks.length} checks passed`,
  );
  return failed === 0;
}
