import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOf } from "../move-project.mjs";
import { run } from "../processes.mjs";
import { askAll } from "./asks.mjs";
import { withServer } from "./server.mjs";

/** Milliseconds that one start of the client may take. */
const limit = 180_000;

/**
 * @typedef {object} Run One start of the client.
 * @property {string} [prompt] Given to `run`.
 * @property {string[]} [flags]
 * @property {number} [resumes] The number of the run whose session goes on.
 * @property {boolean} [moved] Whether chatexport moves the project before, and this starts at its new place.
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
export async function playRuns({ name, runs, folder }, started) {
  const { command, env, home, log } = started;
  const isReady =
    ready.get(started) ?? run([...command, "session", "list"], { cwd: folder, env, limit });
  ready.set(started, isReady);
  await isReady;
  /** @type {string[]} */
  const outputs = [];
  for (const [index, one] of runs.entries()) {
    const { asks } = one;
    const cwd = folderOf(one, { home, folder });
    const { text, wrong } = asks
      ? await withServer(command, { cwd, env }, (ask) => askAll(asks, ask))
      : await execute(one, outputs, { cwd, env, command });
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
