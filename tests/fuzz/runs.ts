const { FUZZ_RUNS, FUZZ_SEED } = process.env;

/**
 * How often a test tries, and with which inputs: few and always the same, unless FUZZ_RUNS says
 * otherwise; then others each time, unless FUZZ_SEED repeats some.
 */
export function runsOf(usual: number): { numRuns: number; seed?: number } {
  if (FUZZ_SEED !== undefined)
    return { numRuns: Number(FUZZ_RUNS ?? usual), seed: Number(FUZZ_SEED) };
  return FUZZ_RUNS === undefined ? { numRuns: usual, seed: 1 } : { numRuns: Number(FUZZ_RUNS) };
}
