import { conversation } from "./conversation.mjs";
import { terminal } from "./terminal.mjs";
import { tools } from "./tools.mjs";

/** All scenarios by name, in the order in which they are played. @type {Record<string, import("../runs.mjs").Scenario>} */
export const scenarios = { ...conversation, ...tools, ...terminal };
