import type { Finding } from "../invariants/all.js";
import { exportTo, type Workshop } from "./experiment.js";
import { misconduct, type Treatment } from "./program.js";

/** Exports under bad conditions and says what the run has done that it must not. */
export async function conductedExport(
  workshop: Workshop,
  out: string,
  treatment: Treatment,
): Promise<Finding[]> {
  return misconduct(await exportTo(workshop, out, treatment), treatment.end?.signal);
}
