import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { readBack } from "./chatexport.mjs";
import { judge } from "./judge.mjs";
import { play } from "./play.mjs";
import { hasTerminal } from "./terminal.mjs";

/**
 * Lets a version of a client play scenarios, reads back what it stored, and compares.
 *
 * @param {import("./clients.mjs").Client} client
 * @param {string} version
 * @param {object} options
 * @param {string[]} options.names The scenarios.
 * @param {string} options.out An empty folder.
 * @param {boolean} options.plants Whether to alter what was stored, as a test of this test.
 * @returns {Promise<import("./report.mjs").Result>}
 */
export async function examine(client, version, { names, out, plants }) {
  const started = Date.now();
  mkdirSync(out, { recursive: true });
  const command = client.install(version);
  const chosen = Object.entries(client.scenarios).filter(([name]) => names.includes(name));
  const playable = chosen.filter(([, { terminal }]) => !terminal || hasTerminal());
  /** @type {string[]} */
  const failed = [];
  const { said, home, requests } = await play(client, {
    command,
    version,
    out,
    scenarios: Object.fromEntries(playable),
    // Most of the time, one of them waits.
    jobs: availableParallelism() + 1,
    onPlayed(/** @type {string} */ name, /** @type {string | undefined} */ wrong) {
      if (wrong) failed.push(`${name}, ${wrong}`);
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name}`);
    },
  });
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  if (plants) client.plant(home);
  const read = readBack(home, join(out, "read"), client.source);
  return {
    client: client.name,
    version,
    scenarios: playable.length,
    withoutTerminal: names.length - playable.length,
    failed,
    ...judge(said, read.documents, client.isTranscript),
    records: read.records,
    unknown: read.unknown,
    comparisons: await client.compare({ home, version, command, requests, ...read }),
    seconds: Math.round((Date.now() - started) / 1000),
  };
}
