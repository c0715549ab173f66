import { assignmentRules } from "./assignments.js";
import { commandRules } from "./commands.js";
import { connectionRules } from "./connections.js";
import { kubernetesRules, privateKeyRules } from "./encoded-blocks.js";
import { namedValueRules } from "./named-values.js";
import type { Rule } from "./rule.js";
import { secretlintRules } from "./secretlint.js";
import { tokenRules } from "./tokens.js";

/** All built-in rules; of two that find the same, the earlier one names it. */
export const allRules: readonly Rule[] = [
  ...privateKeyRules,
  ...tokenRules,
  ...connectionRules,
  ...commandRules,
  ...secretlintRules,
  ...assignmentRules,
  ...namedValueRules,
  ...kubernetesRules,
];
