import { withClockAt } from "../surroundings/clock.js";
import { inOtherLanguage } from "../surroundings/language.js";
import { withVariables } from "../surroundings/variables.js";

// In milliseconds: some 25 years.
const timeBack = 8e11;
// With an odd offset, on the next day.
const otherZone = "Pacific/Chatham";

/** Runs where all that a sink could find out about the moment and the machine is different. */
export function elsewhere<T>(run: () => Promise<T>): Promise<T> {
  return withClockAt(-timeBack, () => withVariables({ TZ: otherZone }, () => inOtherLanguage(run)));
}
