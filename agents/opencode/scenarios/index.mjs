import { agents } from "./agents.mjs";
import { conversation } from "./conversation.mjs";
import { lines } from "./lines.mjs";
import { secondForm } from "./second-form.mjs";
import { tools } from "./tools.mjs";

/** All scenarios by name, in the order in which they are played. @type {Record<string, import("../runs.mjs").Scenario>} */
export const scenarios = { ...conversation, ...tools, ...lines, ...secondForm, ...agents };
