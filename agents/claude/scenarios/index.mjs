import { agents } from "./agents.mjs";
import { conversation } from "./conversation.mjs";
import { failures } from "./failures.mjs";
import { lines } from "./lines.mjs";
import { lookAlikes } from "./look-alikes.mjs";
import { moved } from "./moved.mjs";
import { places } from "./places.mjs";
import { restored } from "./restored.mjs";
import { terminal } from "./terminal.mjs";
import { tools } from "./tools.mjs";

/** All scenarios by name, in the order in which they are played. @type {Record<string, import("../scenario.mjs").Scenario>} */
export const scenarios = {
  ...conversation,
  ...lookAlikes,
  ...places,
  ...tools,
  ...failures,
  ...lines,
  ...agents,
  ...terminal,
  ...moved,
  ...restored,
};
