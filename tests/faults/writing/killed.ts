import { conductedExport } from "./conducted.js";
import { type Experiment, mended } from "./experiment.js";

/** A run makes about so many changes for each file of an archive. */
const changesOfFile = 6;

/** Ends runs at any change of a file: the next one has to end their work. */
export const killed: readonly Experiment[] = (["SIGKILL", "SIGTERM", "SIGINT"] as const).map(
  (signal) => ({
    name: `writing/ended-by-${signal}`,
    async run(workshop, out, random) {
      const findings = [];
      const changes: number[] = [];
      for (let count = 1 + random.below(3); count > 0; count--) {
        const change = 1 + random.below(changesOfFile * workshop.complete.size);
        changes.push(change);
        findings.push(...(await conductedExport(workshop, out, { end: { signal, change } })));
      }
      findings.push(...(await mended(workshop, out)));
      return { what: `${signal} at change ${changes.join(", ")}`, findings };
    },
  }),
);
