import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { usageFolder } from "./runs.mjs";

/**
 * Compares tokens with what the client said at the end of each run: those of all its models, for
 * sub-agents and summaries too.
 *
 * @param {import("../clients.mjs").Read} read
 * @returns {import("../clients.mjs").Comparison}
 */
export function compareTokens({ home, sessions }) {
  /** @type {Map<string, { input: number, output: number }>} */
  const theirs = new Map();
  // Each run of a session counts those before it, too.
  for (const name of readdirSync(join(home, usageFolder)).sort()) {
    const { modelMetrics } = JSON.parse(readFileSync(join(home, usageFolder, name), "utf8"));
    const sum = { input: 0, output: 0 };
    for (const { usage } of Object.values(modelMetrics)) {
      sum.input += usage.inputTokens;
      sum.output += usage.outputTokens;
    }
    theirs.set(name.split(".")[0] ?? "", sum);
  }
  const bad = [...theirs].flatMap(([id, counted]) => {
    const lines = sessions.find(([head]) => head.session.id === id);
    const used = { input: 0, output: 0 };
    for (const { message } of lines ?? []) {
      used.input += message?.usage?.inputTokens ?? 0;
      used.output += message?.usage?.outputTokens ?? 0;
    }
    const isSame = used.input === counted.input && used.output === counted.output;
    return isSame ? [] : [`${id}: ${told(used)}, instead of ${told(counted)}`];
  });
  return {
    good: `the client counted the same tokens in ${theirs.size} sessions`,
    wrong: "Other tokens than the client counted",
    bad,
  };
}

function told(/** @type {{ input: number, output: number }} */ { input, output }) {
  return `${input} in, ${output} out`;
}
