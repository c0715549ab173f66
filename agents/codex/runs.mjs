import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changeThereAndBack, restoreThereAndBack } from "../change-store.mjs";
import { inputFaults } from "../mock/responses-rules.mjs";
import { run } from "../processes.mjs";
import { comparedWith, playedAt } from "../unpack-elsewhere.mjs";
import { withAppServer } from "./app-server.mjs";
import { askAll } from "./asks.mjs";
import { compareWithServer } from "./compare.mjs";

/** Milliseconds that one start of the client may take. */
const limit = 120_000;

/**
 * @typedef {object} Run One start of the client.
 * @property {string} [prompt] Given to `codex exec`.
 * @property {string[]} [flags]
 * @property {number} [resumes] The number of the run whose session goes on.
 * @property {boolean} [moved] Whether chatexport moves the project before, and this starts at its new place.
 * @property {string[]} [unpacked] What the client has to send in this order, when it goes on where chatexport has
 *   unpacked the session.
 * @property {number} [forks] The number of the run whose session is forked.
 * @property {string[][]} [edits] What chatexport does before to the session of the run that goes on, as ["rename",
 *   "Title"]; a copy that it makes goes on instead. ["restore"] deletes it before.
 * @property {{ has: string[], lacks: string[] }} [sends] Words that the model has to be sent then, and must not be.
 * @property {import("./asks.mjs").Ask[]} [asks] What a program asks instead.
 *
 * @typedef {import("../scenario.mjs").Scenario<Run>} Scenario
 */

/**
 * Plays the runs of a scenario one after the other. Returns what went wrong.
 *
 * @param {{ name: string, folder: string, runs: Run[] }} scenario
 * @param {import("../play.mjs").Started} started
 */
export async function playRuns(scenario, started) {
  const { command, home, log, requests } = started;
  /** @type {string[]} */
  const outputs = [];
  for (const [index, one] of scenario.runs.entries()) {
    const { asks } = one;
    const sent = requests.length;
    const session = edited(one, outputs, home);
    const { text, wrong } = await playedAt(one, scenario, started, {
      play: ({ cwd, env }) =>
        asks
          ? withAppServer(command, { cwd, env }, (server) => askAll(asks, server))
          : execute(one, session, { cwd, env, command }),
      list: comparedWith("codex", compareWithServer, started),
    });
    writeFileSync(join(log, `${scenario.name}-${index}.txt`), text);
    outputs.push(text);
    const found = wrong ?? wrongWith(one, requests[sent]?.body);
    if (found) return `run ${index}: ${found}`;
  }
  return undefined;
}

/**
 * The session that goes on in a run, after chatexport has edited it.
 *
 * @param {Run} one
 * @param {string[]} outputs Of the runs before.
 * @param {string} home
 */
function edited({ resumes, forks, edits = [] }, outputs, home) {
  let session = sessionOf(outputs[resumes ?? forks ?? -1]) ?? "";
  for (const [verb = "", ...words] of edits) {
    if (verb === "restore") {
      restoreThereAndBack(home, session);
      continue;
    }
    const asks = verb === "trim" || verb === "delete" ? ["--yes"] : [];
    const line = [verb, session, ...words, ...asks];
    const printed = changeThereAndBack(home, line, ["undo", "--yes"]);
    session = /codex resume (\S+)/.exec(printed)?.[1] ?? session;
  }
  return session;
}

/** Says what a run sends first that it must not, or does not send. */
function wrongWith(/** @type {Run} */ { sends }, /** @type {any} */ body) {
  if (!sends) return undefined;
  // The mock encrypts no reasoning.
  const items = body.input.filter((/** @type {any} */ { type }) => type !== "reasoning");
  const [fault] = inputFaults(items);
  if (fault !== undefined) return fault;
  const sent = JSON.stringify(body);
  const missing = sends.has.find((text) => !sent.includes(text));
  const left = sends.lacks.find((text) => sent.includes(text));
  if (missing !== undefined) return `it does not send ${missing}`;
  return left === undefined ? undefined : `it still sends ${left}`;
}

/**
 * @param {Run} one
 * @param {string} session The one that goes on.
 * @param {{ cwd: string, env: Record<string, string>, command: string[] }} options
 */
async function execute({ prompt = "", flags = [], resumes, forks }, session, options) {
  const { command, ...place } = options;
  const verb = resumes === undefined ? "fork" : "resume";
  const other = (resumes ?? forks) === undefined ? [] : [verb, session];
  const words = ["exec", "--json", "--skip-git-repo-check", ...flags, ...other, prompt];
  const { code, stdout, stderr, late } = await run([...command, ...words], { ...place, limit });
  const text = `${stdout}${stderr}`;
  if (late) return { text, wrong: `it was ended after ${limit / 1000} s` };
  const wrong = sessionOf(stdout) ? undefined : `it ended with ${code}: ${stderr.trim()}`;
  return { text, wrong };
}

/** The session of a run that printed JSON. */
function sessionOf(/** @type {string | undefined} */ output) {
  return /"thread_id":"([^"]+)"/.exec(output ?? "")?.[1];
}
