import type { Faulty } from "./fault.js";
import { hostFaults } from "./host-faults.js";
import { listingFaults } from "./listing-faults.js";
import { modelFaults } from "./model-faults.js";
import { recordFaults } from "./record-faults.js";

/** Sources with one fault each. */
export const faults: readonly Faulty[] = [
  ...hostFaults,
  ...listingFaults,
  ...modelFaults,
  ...recordFaults,
];
