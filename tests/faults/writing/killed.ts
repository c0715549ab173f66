import { conductedExport } from "./conducted.js";
import { type Experiment, mended } from "./experiment.js";

/** Ends runs at any moment: the next one has to end their work. */
export const killed: readonly Experiment[] = (["SIGKILL", "SIGTERM", "SIGINT"] as const).map(
  (signal) => ({
    name: `writing/ended-by-${signal}`,
    async run(workshop, out, random) {
      const findings = [];
      const moments: number[] = [];
      for (let count = 1 + random.below(3); count > 0; count--) {
        const after = Math.floor(random.next() * 1.2 * workshop.duration);
        moments.push(after);
        findings.push(...(await conductedExport(workshop, out, { end: { signal, after } })));
      }
      findings.push(...(await mended(workshop, out)));
      return { what: `${signal} after ${moments.join(", ")} ms`, findings };
    },
  }),
);
