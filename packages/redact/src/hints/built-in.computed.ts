import { allRules } from "../rules/all-rules.js";
import { hintsOf } from "../rules/rule.js";
import { type HintTable, hintTable } from "./hint-table.js";

/** Where the hints of the built-in rules may stand. A build computes it. */
export const builtInHints: HintTable = hintTable(hintsOf(allRules));
