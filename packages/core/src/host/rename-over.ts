import { renameSync } from "node:fs";
import { errorCode } from "../errors.js";

/** The parts of a system that renaming uses; tests give others. */
export interface RenameSystem {
  /** As `process.platform`. */
  platform: string;
  /** As `renameSync` of Node. */
  rename(from: string, to: string): void;
  /** Returns after so many ms. */
  wait(ms: number): void;
}

const thisSystem: RenameSystem = {
  platform: process.platform,
  rename: renameSync,
  wait: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** Waits between the tries on Windows, in ms: two seconds in all. */
const waits = [10, 20, 40, 80, 150, 200, 300, 400, 400, 400];

/**
 * Renames a file or folder, and replaces a file that has the name. On Windows that fails while another program has one
 * of them open, as indexers, virus scanners and sync clients do for a moment: so it tries again for two seconds, then
 * throws what the system says.
 */
export function renameOver(from: string, to: string, system: RenameSystem = thisSystem): void {
  const pauses = system.platform === "win32" ? waits.values() : [].values();
  for (;;)
    try {
      system.rename(from, to);
      return;
    } catch (error) {
      const { value: pause } = pauses.next();
      if (pause === undefined || !isInUse(error)) throw error;
      system.wait(pause);
    }
}

function isInUse(error: unknown): boolean {
  return ["EPERM", "EACCES", "EBUSY"].includes(errorCode(error) ?? "");
}
