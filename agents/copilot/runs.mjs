import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../processes.mjs";
import { playInTerminal } from "../terminal.mjs";
import { comparedWith, playedAt } from "../unpack-elsewhere.mjs";
import { compareSessions } from "./compare-sessions.mjs";
import { allowAll } from "./home.mjs";
import { askAll, withProtocol } from "./protocol-server.mjs";

/** Milliseconds that one start of the client may take. */
const limit = 120_000;

/**
 * @typedef {object} Run One start of the client.
 * @property {string} [prompt] Given to the command line.
 * @property {string[]} [flags]
 * @property {number} [resumes] The number of the run whose session goes on.
 * @property {boolean} [moved] Whether chatexport moves the project before, and this starts at its new place.
 * @property {string[]} [unpacked] What the client has to send in this order, when it goes on where chatexport has
 *   unpacked the session.
 * @property {import("./protocol-server.mjs").Ask[]} [asks] What an editor asks instead.
 * @property {import("../terminal.mjs").Key[]} [keys] What is typed at a terminal instead.
 *
 * @typedef {import("../scenario.mjs").Scenario<Run>} Scenario
 */

/** The folder where a run notes what it has used, by session. */
export const usageFolder = "usage";

/** The first start of each command, which unpacks the client: several at once would all do it. */
const ready = new Map();

/**
 * Plays the runs of a scenario one after the other. Returns what went wrong.
 *
 * @param {{ name: string, folder: string, runs: Run[] }} scenario
 * @param {import("../play.mjs").Started} started
 */
export async function playRuns(scenario, started) {
  const { name, runs, folder } = scenario;
  const { command, env, home, log } = started;
  const key = command.join(" ");
  if (!ready.has(key)) ready.set(key, run([...command, "--version"], { cwd: folder, env, limit }));
  await ready.get(key);
  mkdirSync(join(home, usageFolder), { recursive: true });
  /** @type {string[]} */
  const sessions = [];
  for (const [index, { resumes, flags = [], ...one }] of runs.entries()) {
    const session = sessions[resumes ?? -1] ?? randomUUID();
    sessions.push(session);
    const words = [...command, ...allowAll, ...flags];
    const own = [resumes === undefined ? `--session-id=${session}` : `--resume=${session}`];
    const usage = join(home, usageFolder, `${session}.${index}.json`);
    const used = one.unpacked ? [] : ["--usage-output-file", usage];
    const { text, wrong } = await playedAt(one, scenario, started, {
      play: ({ cwd, env }) =>
        one.asks
          ? withProtocol(words, { cwd, env }, (talk) => askAll(one.asks ?? [], talk, folder))
          : one.keys
            ? playInTerminal([...words, ...own], { cwd, env, keys: one.keys })
            : execute([...words, ...own, ...used], one.prompt ?? "", { cwd, env }),
      list: comparedWith("copilot", compareSessions, started),
    });
    writeFileSync(join(log, `${name}-${index}.txt`), text);
    if (wrong) return `run ${index}: ${wrong}`;
  }
  return undefined;
}

/**
 * @param {string[]} words
 * @param {string} prompt
 * @param {{ cwd: string, env: Record<string, string> }} place
 */
async function execute(words, prompt, place) {
  const { code, stdout, stderr, late } = await run([...words, "-p", prompt], { ...place, limit });
  const text = `${stdout}${stderr}`;
  if (late) return { text, wrong: `it was ended after ${limit / 1000} s` };
  // A failed request ends it with 1.
  return { text, wrong: code === 0 || code === 1 ? undefined : `it ended with ${code}: ${stderr}` };
}
