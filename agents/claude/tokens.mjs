import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * Compares tokens and costs with what the client itself counted, which it stores since 2.1.283 when it
 * ends: over all runs of a session, with its sub-agents. A session has to tell that count. Its answers
 * may have used less, as no transcript has the request for a summary or an answer that was interrupted.
 *
 * @param {object} options
 * @param {string} options.home
 * @param {any[][]} options.sessions The lines of each session in JSON Lines.
 */
export function compareTokens({ home, sessions }) {
  const counted = countedBelow(join(home, ".claude/projects"));
  const differences = [];
  let less = 0;
  for (const [id, theirs] of counted) {
    const lines = sessions.find(([head]) => head.session.id === id) ?? [];
    const used = { input: 0, output: 0 };
    // Of all answers, those of sub-agents and of other branches too, but once.
    for (const { message } of lines) {
      if (message?.copiedFrom?.sessionId === id) continue;
      used.input += message?.usage?.inputTokens ?? 0;
      used.output += message?.usage?.outputTokens ?? 0;
    }
    // A client that was killed has not counted what it did, and of two each counts its own: there may be no total then.
    if ((wasKilled(lines) || hadTwoClients(lines[0])) && !lines[0].session.usage) continue;
    if (used.input < theirs.input || used.output < theirs.output) less += 1;
    if (used.input > theirs.input || used.output > theirs.output)
      differences.push(`${id}: ${used.input} in, ${used.output} out, instead of ${told(theirs)}`);
    const { usage } = lines[0]?.session ?? {};
    // Nothing was asked.
    if (theirs.input === 0) continue;
    const { inputTokens: input, outputTokens: output, cost } = usage ?? {};
    if (!usage) differences.push(`${id}: it tells no total`);
    else if (told({ input, output, cost: cost?.amount }) !== told(theirs))
      differences.push(
        `${id}: its total is ${input} in, ${output} out, instead of ${told(theirs)}`,
      );
  }
  const others = less === 0 ? "" : `, in ${less} of them with requests that it did not store`;
  return {
    good:
      counted.size === 0
        ? "this version does not count tokens"
        : `the client counted the same tokens and costs in ${counted.size} sessions${others}`,
    wrong: "Other tokens or costs than the client counted",
    bad: differences,
  };
}

/** True when a client that resumed the session found a call without a result. */
function wasKilled(/** @type {any[]} */ lines) {
  return JSON.stringify(lines).includes("the session ended before this call's result was recorded");
}

/** True when two clients went on with the session at the same time. */
function hadTwoClients(/** @type {any} */ { session }) {
  return session.branches?.some((/** @type {any} */ { reason }) => reason === "parallel") ?? false;
}

function told(/** @type {{ input: number, output: number, cost: number }} */ counted) {
  return `${counted.input} in, ${counted.output} out, $${counted.cost}`;
}

/** The last count of each session. */
function countedBelow(/** @type {string} */ projects) {
  /** @type {Map<string, { input: number, output: number, cost: number }>} */
  const counted = new Map();
  for (const entry of readdirSync(projects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".jsonl")) continue;
    const line = readFileSync(join(entry.parentPath, entry.name), "utf8")
      .split("\n")
      .findLast((text) => text.startsWith('{"type":"cost-state"'));
    if (line === undefined) continue;
    const { modelUsage, totalCostUSD } = JSON.parse(line);
    const sum = (/** @type {string[]} */ ...names) =>
      Object.values(modelUsage).reduce(
        (all, usage) => names.reduce((part, name) => part + usage[name], all),
        0,
      );
    counted.set(basename(entry.name, ".jsonl"), {
      input: sum("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"),
      output: sum("outputTokens"),
      cost: totalCostUSD,
    });
  }
  return counted;
}
