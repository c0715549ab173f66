// Damages copies of stores in thousands of ways and says what does not hold then: see tests/faults.
//
//   node scripts/faults.mjs --store cursor/ --count 1000 --seed 7
//
// The packages have to be built. Each failure comes with the command that repeats it alone.
import { compileFaults } from "./faults/compile.mjs";

await import(compileFaults("long-run"));
