import { randomInt } from "node:crypto";
import fc from "fast-check";

const { FUZZ_RUNS, FUZZ_SEED } = process.env;

// Whether a test passes must follow from the code alone; with many runs, new inputs find more.
const usual = FUZZ_RUNS === undefined ? 1 : randomInt(2 ** 31);
fc.configureGlobal({ seed: Number(FUZZ_SEED ?? usual) });
