import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { conductedExport } from "./conducted.js";
import { differenceTo, type Experiment, exportTo, mended } from "./experiment.js";
import { misconduct } from "./program.js";

const isRoot = process.getuid?.() === 0;
const canMount =
  isRoot && process.platform === "linux" && spawnSync("unshare", ["-m", "true"]).status === 0;

/** Disks that are full, or that take no file of such a size. */
export const fullDisk: readonly Experiment[] = [
  {
    name: "writing/full-disk",
    skip: canMount ? undefined : "only root can mount a small disk",
    async run(workshop, out, random) {
      const kilobytes = 40 + random.below(1200);
      mkdirSync(out);
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", out]);
      try {
        const archive = join(out, "archive");
        const outcome = await exportTo(workshop, archive);
        const findings = misconduct(outcome);
        if (outcome.exitCode === 0) findings.push(...differenceTo(workshop.complete, archive));
        else if (!/full|space/.test(outcome.stderr))
          findings.push({ invariant: "session", what: `no word of the disk: ${outcome.stderr}` });
        execFileSync("mount", ["-o", "remount,size=100m", out]);
        findings.push(...(await mended(workshop, archive)));
        return { what: `a disk of ${kilobytes} kB`, findings };
      } finally {
        execFileSync("umount", [out]);
      }
    },
  },
  {
    name: "writing/limited-files",
    skip: process.platform === "win32" ? "needs a shell" : undefined,
    async run(workshop, out, random) {
      const blocks = 1 + random.below(120);
      // Without a handler the signal would end the program before it can say anything.
      const through = ["bash", "-c", `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, "bash"];
      const findings = await conductedExport(workshop, out, { through });
      findings.push(...(await mended(workshop, out)));
      return { what: `no file of more than ${blocks} blocks`, findings };
    },
  },
];
