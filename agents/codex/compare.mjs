import { tmpdir } from "node:os";
import { everySession, withAppServer } from "./app-server.mjs";

/**
 * Compares sessions and titles with those that the client itself lists in a home.
 *
 * @param {import("../clients.mjs").Read} read
 * @returns {Promise<import("../clients.mjs").Comparison>}
 */
export async function compareWithServer({ home, command, list, sessions }) {
  /** @type {{ id: string, name: string | null, preview: string }[]} */
  const theirs = [];
  const env = { HOME: home, CODEX_HOME: `${home}/.codex`, PATH: process.env.PATH ?? "" };
  const { wrong } = await withAppServer(command, { cwd: tmpdir(), env }, async ({ ask }) => {
    for (const archived of [false, true])
      for (let cursor = null; cursor !== undefined; ) {
        const page = await ask("thread/list", { ...everySession, archived, cursor });
        theirs.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      }
  });
  const missing = wrong ? [`the app server did not list them: ${wrong}`] : [];
  const bad = theirs.flatMap(({ id, name, preview }) => {
    const ours = list.find((session) => session.id === id);
    if (!ours) return [`${id}: only the client lists it: ${name ?? preview}`];
    if (name !== null && ours.title !== name)
      return [`${id}: its title is ${ours.title}, the client's ${name}`];
    // Without a name the client shows a prompt: after a revert, the first one of the last file.
    const lines = JSON.stringify(sessions.find(([head]) => head.session.id === id));
    const isSaid = lines.includes(JSON.stringify(preview).slice(1, -1));
    return isSaid ? [] : [`${id}: nobody says what the client shows of it: ${preview}`];
  });
  const known = new Set(theirs.map(({ id }) => id));
  for (const { id, title } of list)
    if (!known.has(id)) bad.push(`${id}: the client does not list it: ${title}`);
  return {
    good: `the client lists the same ${theirs.length} sessions and titles`,
    wrong: "Other than what the client lists",
    bad: [...missing, ...bad],
  };
}
