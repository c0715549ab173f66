import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";
import { playInTerminal } from "./terminal.mjs";
import { playedAt } from "./unpack-elsewhere.mjs";

/** Milliseconds that one start of a client may take. */
const limit = 120_000;

/**
 * @typedef {object} Run One start of a client whose command line takes a prompt and the id of a session.
 * @property {string} [prompt] Given to the command line.
 * @property {string[]} [flags]
 * @property {number} [resumes] The number of the run whose session goes on.
 * @property {boolean} [moved] Whether chatexport moves the project before, and this starts at its new place.
 * @property {string[]} [unpacked] What the client has to send in this order, when it goes on where chatexport has
 *   unpacked the session.
 * @property {number} [forks] The number of the run whose session goes on in another one.
 * @property {import("./terminal.mjs").Key[]} [keys] What is typed at a terminal instead.
 *
 * @typedef {import("./scenario.mjs").Scenario<Run>} Scenario
 *
 * @typedef {object} Words What a client is told on its command line.
 * @property {(session: string) => string[]} begin To begin a session with this id.
 * @property {(session: string) => string[]} resume To go on with it.
 * @property {(from: string, session: string) => string[]} [fork] To go on with one session in another one.
 * @property {(prompt: string) => string[]} ask To answer a prompt, and to end.
 * @property {string[]} [list] To print the ids of the sessions of a folder.
 */

/**
 * Makes the function that plays the runs of a scenario one after the other. It returns what went wrong.
 *
 * @param {Words} words
 */
export function promptRuns({ begin, resume, fork, ask, list }) {
  return async (
    /** @type {{ name: string, folder: string, runs: Run[] }} */ scenario,
    /** @type {import("./play.mjs").Started} */ started,
  ) => {
    const { command, log } = started;
    /** @type {string[]} */
    const sessions = [];
    for (const [index, one] of scenario.runs.entries()) {
      const { prompt = "", flags = [], resumes, forks, keys } = one;
      const session = sessions[resumes ?? -1] ?? randomUUID();
      sessions.push(session);
      const from = sessions[forks ?? -1];
      const wordsFor = (/** @type {string} */ known) =>
        resumes !== undefined ? resume(known) : fork && from ? fork(from, session) : begin(session);
      const { text, wrong } = await playedAt(one, scenario, started, {
        async play(spot) {
          const known = "session" in spot ? spot.session : session;
          const words = [...command, ...wordsFor(known), ...flags];
          return keys
            ? playInTerminal(words, { ...spot, keys })
            : execute([...words, ...ask(prompt)], spot);
        },
        async list(spot) {
          if (!list) return undefined;
          const { text } = await execute([...command, ...list], spot);
          return text.includes(spot.session) ? undefined : `it does not list ${spot.session}`;
        },
      });
      writeFileSync(join(log, `${scenario.name}-${index}.txt`), text);
      if (wrong) return `run ${index}: ${wrong}`;
    }
    return undefined;
  };
}

/**
 * @param {string[]} words
 * @param {{ cwd: string, env: Record<string, string> }} place
 */
async function execute(words, place) {
  const { code, stdout, stderr, late } = await run(words, { ...place, limit });
  const text = `${stdout}${stderr}`;
  if (late) return { text, wrong: `it was ended after ${limit / 1000} s` };
  // A failed request ends it with 1.
  return { text, wrong: code === 0 || code === 1 ? undefined : `it ended with ${code}: ${stderr}` };
}
