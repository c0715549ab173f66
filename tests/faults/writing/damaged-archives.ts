import { cpSync, mkdirSync } from "node:fs";
import { byteMutations } from "../mutations/bytes.js";
import { jsonMutations } from "../mutations/json.js";
import { lineMutations } from "../mutations/lines.js";
import { treeMutations } from "../mutations/trees.js";
import { conductedExport } from "./conducted.js";
import type { Experiment } from "./experiment.js";

const mutations = [byteMutations, jsonMutations, lineMutations, treeMutations];

/** Damages an archive, what it keeps for itself most of all, and exports into it once more. */
export const damagedArchives: Experiment = {
  name: "writing/damaged-archive",
  async run(workshop, out, random) {
    cpSync(workshop.reference, out, { recursive: true });
    const kind = random.pick(mutations) ?? byteMutations;
    const place = random.chance(0.6) ? `${out}/.chatexport` : out;
    mkdirSync(place, { recursive: true });
    const fault = random.pick(kind)?.apply(place, random);
    if (!fault) return { what: "nothing", findings: [] };
    const findings = await conductedExport(workshop, out, {});
    fault.undo?.();
    return { what: fault.what, findings };
  },
};
