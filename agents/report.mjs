/**
 * @typedef {import("./judge.mjs").Verdict & {
 *   client: string, version: string, scenarios: number, withoutTerminal: number, failed: string[],
 *   records: { read: number, malformed?: number }, seconds: number,
 *   comparisons: import("./clients.mjs").Comparison[],
 *   unknown: { place: string, name: string, count: number }[] }} Result
 */

/**
 * @typedef {object} Check
 * @property {string} good What is so when nothing is bad.
 * @property {string} wrong What each of those that are bad is.
 * @property {string[]} bad
 * @property {boolean} fails Whether that is a failure, or only told.
 */

/**
 * The faults of a result. A version that is not the pinned one may have new names, and may not
 * play every scenario to its end.
 *
 * @param {Result} result
 * @param {{ isPinned: boolean }} options
 */
export function verdictOf(result, { isPinned }) {
  const { found, missing, invented, unstored, records, unknown } = result;
  const { malformed = 0 } = records;
  /** @type {Check[]} */
  const checks = [
    {
      good: `${result.scenarios} scenarios were played`,
      wrong: "Not played, or not stored by the client",
      bad: [...result.failed, ...unstored.map(describe)],
      fails: isPinned,
    },
    {
      good: `${found.length} markers stand in the documents`,
      wrong: `Missing in the documents, which have ${found.length} other markers`,
      bad: missing.map((one) => `${describe(one)}\n      ${one.stored.join("\n      ")}`),
      fails: true,
    },
    {
      good: "nothing that was never said stands there",
      wrong: "Never said, and in the documents",
      bad: invented.map(describe),
      fails: true,
    },
    {
      good: `${records.read} records were read, and none is malformed`,
      wrong: "Malformed records",
      bad: malformed > 0 ? [`${malformed} of ${records.read}`] : [],
      fails: true,
    },
    {
      good: "every name is known",
      wrong: "Unknown names",
      bad: unknown.map(({ place, name, count }) => `${place} ${name} ×${count}`),
      fails: isPinned,
    },
    ...result.comparisons.map(({ isTold, ...each }) => ({ ...each, fails: !isTold })),
  ];
  return { checks, isFine: checks.every(({ bad, fails }) => bad.length === 0 || !fails) };
}

function describe(/** @type {import("./said.mjs").Said} */ { kind, text, scenario }) {
  return `${kind} “${text}” of ${scenario}`;
}

/** So many of one kind are printed. */
const most = 25;

/**
 * Prints a result.
 *
 * @param {Result} result
 * @param {ReturnType<typeof verdictOf>} verdict
 */
export function print({ client, version, withoutTerminal, seconds }, { checks }) {
  console.log(`${client} ${version}, ${seconds} s`);
  for (const { good, wrong, bad, fails } of checks) {
    console.log(bad.length === 0 ? `✓ ${good}` : `${fails ? "✗" : "!"} ${wrong}:`);
    for (const one of bad.slice(0, most)) console.log(`    ${one}`);
    if (bad.length > most) console.log(`    … and ${bad.length - most} more`);
  }
  if (withoutTerminal > 0)
    console.log(`- ${withoutTerminal} scenarios need tmux, which is not here`);
}
