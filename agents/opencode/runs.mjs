import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../processes.mjs";
import { comparedWith, playedAt } from "../unpack-elsewhere.mjs";
import { askAll } from "./asks.mjs";
import { compareWithServer } from "./compare.mjs";
import { withServer } from "./server.mjs";

/** Milliseconds that one start of the client may take. */
const limit = 180_000;

/**
 * @typedef {object} Run One start of the client.
 * @property {string} [prompt] Given to `run`.
 * @property {string[]} [flags]
 * @property {number} [resumes] The number of the run whose session goes on.
 * @property {boolean} [moved] Whether chatexport moves the project before, and this starts at its new place.
 * @property {string[]} [unpacked] What the client has to send in this order, when it goes on where chatexport has
 *   unpacked the session.
 * @property {import("./asks.mjs").Ask[]} [asks] What a program asks instead.
 *
 * @typedef {import("../scenario.mjs").Scenario<Run, { keeps: import("./client.mjs").Keeps }>} Scenario
 */

/** The first start in each home, which makes the database: several at once would fail. */
const ready = new WeakMap();

/**
 * Plays the runs of a scenario one after the other. Returns what went wrong.
 *
 * @param {{ name: string, folder: string, runs: Run[] }} scenario
 * @param {import("../play.mjs").Started} started
 */
export async function playRuns(scenario, started) {
  const { name, runs, folder } = scenario;
  const { command, env, log } = started;
  const begin = (/** @type {import("../unpack-elsewhere.mjs").Spot} */ { cwd, env }) =>
    run([...command, "session", "list"], { cwd, env, limit });
  const isReady = ready.get(started) ?? begin({ cwd: folder, env });
  ready.set(started, isReady);
  await isReady;
  /** @type {string[]} */
  const outputs = [];
  for (const [index, one] of runs.entries()) {
    const { asks } = one;
    const { text, wrong } = await playedAt(one, scenario, started, {
      play: ({ cwd, env }) =>
        asks
          ? withServer(command, { cwd, env }, (ask) => askAll(asks, ask))
          : execute(one, outputs, { cwd, env, command }),
      begin,
      async list(spot) {
        const { stdout } = await begin(spot);
        if (!stdout.includes(spot.session)) return `it does not list ${spot.session}`;
        const compare = (/** @type {import("../clients.mjs").Read} */ read) =>
          compareWithServer(read, "opencode");
        return comparedWith("opencode", compare, started)(spot);
      },
    });
    writeFileSync(join(log, `${name}-${index}.txt`), text);
    outputs.push(text);
    if (wrong) return `run ${index}: ${wrong}`;
  }
  return undefined;
}

/**
 * @param {Run} one
 * @param {string[]} outputs Of the runs before.
 * @param {{ cwd: string, env: Record<string, string>, command: string[] }} options
 */
async function execute({ prompt = "", flags = [], resumes }, outputs, options) {
  const { command, ...place } = options;
  const other = resumes === undefined ? [] : ["-s", sessionOf(outputs[resumes]) ?? ""];
  const words = ["run", "--format", "json", ...other, ...flags, "--", prompt];
  const { code, stdout, stderr, late } = await run([...command, ...words], { ...place, limit });
  const text = `${stdout}${stderr}`;
  if (late) return { text, wrong: `it was ended after ${limit / 1000} s` };
  const wrong = sessionOf(stdout) ? undefined : `it ended with ${code}: ${stderr.trim()}`;
  return { text, wrong };
}

/** The session of a run that printed JSON. */
function sessionOf(/** @type {string | undefined} */ output) {
  return /"sessionID":"([^"]+)"/.exec(output ?? "")?.[1];
}
