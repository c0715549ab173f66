import { contentFaults } from "./content-faults.js";
import type { Fault } from "./fault.js";
import { hostFaults } from "./host-faults.js";
import { samenessFaults } from "./sameness-faults.js";
import { sessionFaults } from "./session-faults.js";

/** Sinks with one fault each. */
export const faults: readonly Fault[] = [
  ...contentFaults,
  ...samenessFaults,
  ...sessionFaults,
  ...hostFaults,
];
