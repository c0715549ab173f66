import { scenarioIn } from "./move-project.mjs";

/**
 * Compares tokens with those that the client was told, by scenario: its folder is the project of its sessions.
 *
 * @param {import("./clients.mjs").Read} read
 * @returns {import("./clients.mjs").Comparison}
 */
export function compareToldTokens({ requests, sessions }) {
  /** @type {Map<string, import("./mock/server.mjs").Usage>} */
  const told = new Map();
  for (const { script = "", usage } of requests)
    if (usage) add(told, script.split(".")[0] ?? "", usage);
  /** @type {typeof told} */
  const read = new Map();
  for (const [{ session }, ...lines] of sessions)
    for (const { message } of lines) {
      // A fork has what it was copied from once more.
      if (message?.copiedFrom) continue;
      const { inputTokens: input = 0, outputTokens: output = 0 } = message?.usage ?? {};
      add(read, scenarioIn(session.cwd ?? ""), { input, output });
    }
  const bad = [...told].flatMap(([scenario, usage]) => {
    const ours = textOf(read.get(scenario));
    return ours === textOf(usage) ? [] : [`${scenario}: ${ours}, instead of ${textOf(usage)}`];
  });
  return {
    good: `the tokens are those that the client was told in ${told.size} scenarios`,
    wrong: "Other tokens than the client was told",
    bad,
  };
}

function add(
  /** @type {Map<string, import("./mock/server.mjs").Usage>} */ sums,
  /** @type {string} */ name,
  /** @type {import("./mock/server.mjs").Usage} */ { input, output },
) {
  const sum = sums.get(name) ?? { input: 0, output: 0 };
  sums.set(name, { input: sum.input + input, output: sum.output + output });
}

function textOf(/** @type {import("./mock/server.mjs").Usage | undefined} */ usage) {
  return usage ? `${usage.input} in, ${usage.output} out` : "none";
}
