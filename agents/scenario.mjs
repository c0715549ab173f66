import { narrator } from "./said.mjs";

/**
 * @typedef {import("./mock/scripts.mjs").Script} Script
 * @typedef {import("./mock/scripts.mjs").Step} Step
 * @typedef {import("./mock/scripts.mjs").Block} Block
 */

/**
 * @template Run What a client does in one go; each client has its own.
 * @typedef {object} Play What happens in a scenario.
 * @property {Record<string, Script | (Step | Block[])[]>} scripts
 * @property {Run[]} runs
 * @property {Record<string, string | Buffer>} [files] Written into its folder before.
 * @property {boolean} [git] Whether its folder is a repository.
 */

/**
 * @typedef {object} Stage What every scenario is made from.
 * @property {ReturnType<typeof narrator>["say"]} say
 * @property {ReturnType<typeof narrator>["print"]} print
 * @property {(script: string, words: string, kind?: string, expect?: import("./said.mjs").Expected) => string} prompt
 *   Words that start a script.
 * @property {string} folder Its folder.
 */

/**
 * @template Run
 * @template [More={}] What the scenarios of a client are made from besides.
 * @typedef {object} Scenario
 * @property {string} about
 * @property {("quick" | "eras")[]} [sets] `quick`: played in CI; `eras`: every version plays it.
 * @property {boolean} [terminal] Whether it needs a terminal.
 * @property {boolean} [alone] Whether no other scenario may be played at the same time.
 * @property {(stage: Stage & More) => Play<Run>} make
 */

/**
 * Makes a scenario ready to be played.
 *
 * @param {string} name
 * @param {Scenario<any, any>} scenario
 * @param {{ folder: string, said: import("./said.mjs").Said[], more: object }} options
 */
export function stage(name, scenario, { folder, said, more }) {
  const { say, print } = narrator(name, said);
  const play = scenario.make({
    ...more,
    say,
    print,
    prompt: (
      /** @type {string} */ script,
      /** @type {string} */ words,
      kind = "prompt",
      /** @type {import("./said.mjs").Expected} */ expect = "shown",
    ) => `${say(kind, words, expect)} [[${name}.${script}]]`,
    folder,
  });
  const scripts = Object.entries(play.scripts).map(([script, steps]) => [
    `${name}.${script}`,
    Array.isArray(steps) ? { steps } : steps,
  ]);
  return {
    name,
    ...play,
    scripts: /** @type {Record<string, Script>} */ (Object.fromEntries(scripts)),
  };
}
