import { errorCode } from "./error-code.js";

/** Whether a process of this machine runs; one of another user does. Never for what is no process id. */
export function isRunning(processId: number): boolean {
  if (!Number.isSafeInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
