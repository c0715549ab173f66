import { claude } from "./claude/client.mjs";
import { cline } from "./cline/client.mjs";
import { codex } from "./codex/client.mjs";
import { continueCli } from "./continue/client.mjs";
import { copilot } from "./copilot/client.mjs";
import { gemini } from "./gemini/client.mjs";
import { kilo, opencode } from "./opencode/client.mjs";
import { pi } from "./pi/client.mjs";
import { qwen } from "./qwen/client.mjs";

/**
 * @typedef {object} Client A coding agent that can be made to work without its vendor.
 * @property {string} name
 * @property {string} source The source that reads its store.
 * @property {string} pinned The version that has to be understood completely.
 * @property {string[]} eras Versions that have stored things differently, oldest first.
 * @property {() => string} newest The newest version. Throws `NotInstalled`.
 * @property {(version: string) => string[]} install How a version is started. Throws `NotInstalled`.
 * @property {import("./mock/server.mjs").Protocol[]} protocols The APIs that it may ask.
 * @property {Record<string, import("./scenario.mjs").Scenario<any, any>>} scenarios By name.
 * @property {(version: string) => object} [stageFor] What its scenarios are made from besides, in this version.
 * @property {(place: Place) => Record<string, string>} onboard Makes a home in which it asks nothing;
 *   returns its whole environment.
 * @property {(scenario: { name: string, folder: string, runs: any[] }, started: import("./play.mjs").Started) =>
 *   Promise<string | undefined>} playRuns Plays the runs of a scenario, one after the other. Returns what went wrong.
 * @property {(started: import("./play.mjs").Started) => Promise<unknown>} [end] Ends what it leaves running.
 * @property {(path: string) => boolean} isTranscript Whether a file of its home is one.
 * @property {(line: string) => boolean} isLog Whether a line of its home repeats others, and is no story.
 * @property {(home: string) => void} plant Alters what was stored so that no reader can find the answers.
 * @property {(options: Read) => Promise<Comparison[]>} compare With what the vendor's own programs say.
 *   Throws `NotInstalled`.
 *
 * @typedef {object} Place Where a client plays.
 * @property {string} home An empty folder.
 * @property {string[]} folders Those of the scenarios.
 * @property {string} temporary A folder for temporary files.
 * @property {string} url Where the mock of its vendor listens.
 *
 * @typedef {object} Read What a client stored, and what this checkout made of it.
 * @property {string} home
 * @property {string} version
 * @property {string[]} command How the client is started.
 * @property {import("./mock/server.mjs").Seen[]} requests All that the mock has seen.
 * @property {any[]} list What `chatexport list --json` prints.
 * @property {any[][]} sessions The lines of each session in JSON Lines.
 *
 * @typedef {object} Comparison
 * @property {string} good What is so when nothing differs.
 * @property {string} wrong What the differences are.
 * @property {string[]} bad The differences.
 * @property {boolean} [isTold] Whether they are told, and no failure.
 */

/** All clients by name. @type {Record<string, Client>} */
export const clients = {
  claude,
  codex,
  opencode,
  kilo,
  copilot,
  gemini,
  qwen,
  pi,
  cline,
  continue: continueCli,
};
