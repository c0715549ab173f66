import { renameSync } from "node:fs";
import { succeed } from "./change-store.mjs";
import { readBack } from "./chatexport.mjs";
import { folderOf } from "./move-project.mjs";

/**
 * @typedef {object} Spot Where a run is played.
 * @property {string} cwd
 * @property {Record<string, string>} env
 *
 * @typedef {Spot & { home: string, session: string }} Elsewhere Another home, and the session that was unpacked in it.
 *
 * @typedef {object} Ways
 * @property {(spot: Spot | Elsewhere) => Promise<Played>} play Plays the run.
 * @property {(spot: Spot) => Promise<unknown>} [begin] Has the client make a store that it needs first.
 * @property {(spot: Elsewhere) => Promise<string | undefined>} list Says what is wrong with what the client lists.
 *
 * @typedef {{ text: string, wrong: string | undefined }} Played What a run printed, and what went wrong.
 */

/**
 * Plays a run in the folder of its scenario, or where chatexport has moved that; or in an empty home, in which
 * chatexport has unpacked what it packed of that folder. There is neither the first home nor the folder then.
 *
 * @param {{ moved?: boolean, unpacked?: string[] }} one
 * @param {{ name: string, folder: string }} scenario
 * @param {import("./play.mjs").Started} started
 * @param {Ways} ways
 * @returns {Promise<Played>}
 */
export async function playedAt(one, { name, folder }, started, { play, begin, list }) {
  const { home, env, elsewhere, requests } = started;
  if (!one.unpacked) return play({ cwd: folderOf(one, { home, folder }), env });
  const there = elsewhere(name);
  const pack = `${there.folder}.tar.gz`;
  succeed(home, ["pack", "--project", folder, "-o", pack]);
  await begin?.({ cwd: there.folder, env: there.env });
  const words = ["unpack", pack, "--project", there.folder, "--json"];
  const [unpacked] = JSON.parse(succeed(there.home, words)).plan.sessions;
  const sent = requests.length;
  const taken = [home, folder];
  for (const path of taken) renameSync(path, `${path}-taken`);
  try {
    const spot = { cwd: there.folder, env: there.env, home: there.home, session: unpacked.id };
    const unlisted = await list(spot);
    if (unlisted !== undefined) return { text: "", wrong: unlisted };
    const { text, wrong } = await play(spot);
    // They are of another home than all others.
    const missing = requests.splice(sent).map(({ body }) => missingIn(body, one.unpacked ?? []));
    if (wrong !== undefined || missing.includes(undefined)) return { text, wrong };
    return { text, wrong: `it does not send ${missing.at(-1) ?? "anything"}` };
  } finally {
    for (const path of taken) renameSync(`${path}-taken`, path);
  }
}

/**
 * Says what is wrong with what a client lists in another home, as it is when all scenarios were played.
 *
 * @param {string} source The source that reads it.
 * @param {(read: import("./clients.mjs").Read) => Promise<import("./clients.mjs").Comparison>} compare
 * @param {import("./play.mjs").Started} started
 * @returns {Ways["list"]}
 */
export function comparedWith(source, compare, { command, version }) {
  return async ({ home }) => {
    const { list, sessions } = readBack(home, `${home}-read`, source);
    const { bad } = await compare({ home, version, command, requests: [], list, sessions });
    return list.length === 0 ? "nothing is there" : bad[0];
  };
}

/** The first text that does not stand behind the one before. */
function missingIn(/** @type {unknown} */ body, /** @type {string[]} */ texts) {
  const sent = JSON.stringify(body);
  let at = 0;
  return texts.find((text) => {
    at = sent.indexOf(text, at) + 1;
    return at === 0;
  });
}
