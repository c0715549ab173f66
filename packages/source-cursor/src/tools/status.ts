import type { Json, JsonObject, ToolCall } from "@chatexport/core";
import { objectOf, stringOf } from "@chatexport/core/read";

/** What tells how a call ended. */
export interface Ending {
  /** `status` of the call: "completed", "error", "cancelled", "loading", … */
  status?: Json | undefined;
  /** What the user decided when asked: "accepted", "rejected", … */
  decision?: Json | undefined;
  /** `additionalData`: its status tells of errors that the call's own does not. */
  additional: JsonObject;
  hasError: boolean;
  isRejected: boolean;
  hasResult: boolean;
}

/** What became of a call. */
export function statusOf(ending: Ending): ToolCall["status"] {
  const { additional, hasError, isRejected, hasResult } = ending;
  const own = known(ending.status);
  const shown = known(additional.status);
  const decisions = [ending.decision, objectOf(additional.reviewData)?.status];
  if (isRejected || own === "rejected" || shown === "rejected" || decisions.some(isRejection))
    return "rejected";
  if (shown === "failed" || own === "failed") return "failed";
  if (own === "cancelled" || shown === "cancelled") return "cancelled";
  if (hasError) return "failed";
  return own ?? shown ?? (hasResult ? "completed" : "unknown");
}

function isRejection(decision: Json | undefined): boolean {
  return known(decision) === "rejected";
}

function known(status: Json | undefined): ToolCall["status"] | undefined {
  return statuses.get((stringOf(status) ?? "").toLowerCase());
}

const statuses: ReadonlyMap<string, ToolCall["status"]> = new Map([
  ["completed", "completed"],
  ["success", "completed"],
  ["error", "failed"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
  ["aborted", "cancelled"],
  ["rejected", "rejected"],
  ["reject", "rejected"],
  ["loading", "pending"],
  ["pending", "pending"],
  ["running", "pending"],
  ["streaming", "pending"],
]);
