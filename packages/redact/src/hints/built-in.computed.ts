import { allRules } from "../rules/all-rules.js";
import { hintsOf } from "../rules/rule.js";
import { type HintTable, hintTable } from "./hint-table.js";

/** The places where the hints of the built-in rules may occur. A build computes it. */
export const builtInHints: HintTable = hintTable(hintsOf(allRules));
