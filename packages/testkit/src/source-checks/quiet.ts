import assert from "node:assert";
import { hostCallsBy } from "../host-calls.js";
import { readAll } from "./reading.js";
import { inNewHome } from "./trial.js";
import { useAllOf } from "./use.js";

/** Standard output holds what a user asked for, and the host decides when the process ends. */
export const leavesTheProcessAlone = inNewHome(async ({ open, subject, store }) => {
  const calls = await hostCallsBy(async () => {
    await useAllOf(open());
    // Trouble is what makes programs print.
    await subject.damage(store);
    await readAll(open());
  });
  assert.ok(
    calls.length === 0,
    `The source calls ${calls.join(", ")}. What it has to say is reported: context.report({ severity, code, message, origin }).`,
  );
});
