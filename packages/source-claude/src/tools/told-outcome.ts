import { type JsonObject, present, type ToolCall } from "@chatexport/core";
import { byName, objectOf, textOf, wordOf } from "@chatexport/core/read";

/** The end of a call, and who refused it. */
export type Outcome = Pick<ToolCall, "status" | "rejectedBy">;

/**
 * The outcome that a record itself tells of (2.1.215 and later): the call was refused, or was under way when the
 * tool was killed (2.1.332). `permissionDecision` (2.1.330) is exact; `toolDenialKind` takes hooks for rules.
 */
export function toldOutcome({
  toolDenialKind,
  permissionDecision,
}: JsonObject): Outcome | undefined {
  const { decision, source } = objectOf(permissionDecision) ?? {};
  const kind = textOf(toolDenialKind);
  // Nobody decided anything, and a line of the tool stands where the result would be.
  if (kind === "interrupted") return { status: "pending" };
  if (decision !== "reject" && kind === undefined) return undefined;
  const rejectedBy = decidedBy.get(wordOf(source)) ?? decidedBy.get(wordOf(kind));
  return present({ status: "rejected", rejectedBy });
}

const decidedBy = byName<Outcome["rejectedBy"]>([
  // In auto mode a model judges commands by rules.
  ["rule", "config permission-rule automode-blocked"],
  ["hook", "hook"],
  ["user", "user_reject user-rejected"],
]);
