import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeAlike } from "../files.js";
import { anyMutation } from "../mutations/all.js";
import { changeSince, stateOf } from "../state.js";
import { allStores } from "../stores/all.js";
import type { Experiment } from "./experiment.js";
import { misconduct, runProgram } from "./program.js";

/** Commands that read everything in some way. */
const commands: readonly (readonly string[])[] = [
  ["list"],
  ["list", "--json", "--empty"],
  ["stats"],
  ["stats", "--json"],
  ["doctor"],
  ["doctor", "--json"],
  ["search", "the"],
  ["search", "/o+/", "--json"],
  ["show", "latest"],
  ["show", "latest", "--to", "markdown"],
  ["--to", "html", "--out", "-"],
  ["--to", "jsonl", "--out", "-", "--verbose"],
  ["--dry-run", "--force", "--verbose"],
];

/** Any command, for a damaged store of any kind. */
export const commandsOnDamage: Experiment = {
  name: "writing/commands",
  async run({ folder }, out, random) {
    const store = random.pick(allStores());
    const [first = "", ...rest] = random.pick(commands) ?? [];
    mkdirSync(out);
    const place = join(out, "store");
    mkdirSync(place);
    await store?.make(place);
    makeAlike(place);
    const fault = anyMutation(random).apply(place, random);
    if (!store || !fault || fault.undo) return { what: "nothing", findings: [] };
    const before = stateOf(place);
    const words = first.startsWith("--")
      ? [...store.words(place), first, ...rest]
      : [first, ...rest, ...store.words(place)];
    const findings = misconduct(await runProgram(folder, words));
    const change = changeSince(before, place);
    if (change !== undefined) findings.push({ invariant: "touched", what: change });
    return {
      what: `chatexport ${first} ${rest.join(" ")} of ${store.name}: ${fault.what}`,
      findings,
    };
  },
};
