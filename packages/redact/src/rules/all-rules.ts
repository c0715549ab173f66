import { assignmentRules } from "./assignments.js";
import { codeValueRules } from "./code-values.js";
import { columnRules } from "./columns.js";
import { commandRules } from "./commands.js";
import { connectionRules } from "./connections.js";
import { kubernetesRules, privateKeyRules } from "./encoded-blocks.js";
import { fileFormRules } from "./file-forms.js";
import { namedValueRules } from "./named-values.js";
import type { Rule } from "./rule.js";
import { secretlintRules } from "./secretlint.js";
import { sentenceRules } from "./sentences.js";
import { sqlRules } from "./sql.js";
import { terminalRule } from "./terminals.js";
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
  ...codeValueRules,
  ...sentenceRules,
  ...columnRules,
  ...kubernetesRules,
  ...fileFormRules,
  ...sqlRules,
  terminalRule,
];
