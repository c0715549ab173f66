import { tmpdir } from "node:os";
import { isSentenceOf } from "../titles.mjs";
import { environmentOf } from "./home.mjs";
import { withProtocol } from "./protocol-server.mjs";

/**
 * Compares sessions and titles with those that the client itself lists in a home.
 *
 * @param {import("../clients.mjs").Read} read
 * @returns {Promise<import("../clients.mjs").Comparison>}
 */
export async function compareSessions({ home, command, list }) {
  /** @type {{ sessionId: string, title?: string, cwd: string }[]} */
  const theirs = [];
  const place = { cwd: tmpdir(), env: environmentOf(home) };
  const { wrong } = await withProtocol(command, place, async ({ ask }) => {
    for (let cursor; ; ) {
      const page = await ask("session/list", { ...(cursor && { cursor }) });
      theirs.push(...page.sessions);
      cursor = page.nextCursor;
      if (!cursor) return;
    }
  });
  const bad = wrong ? [`the client did not list them: ${wrong}`] : [];
  for (const { sessionId, title, cwd } of theirs) {
    const ours = list.find(({ id }) => id === sessionId);
    if (!ours) bad.push(`${sessionId}: only the client lists it: ${title}`);
    else if (!isSentenceOf(title ?? "", ours.title ?? ""))
      bad.push(`${sessionId}: its title is ${ours.title}, the client's ${title}`);
    else if (ours.cwd !== cwd)
      bad.push(`${sessionId}: its folder is ${ours.cwd}, the client's ${cwd}`);
  }
  const known = new Set(theirs.map(({ sessionId }) => sessionId));
  for (const { id, title } of list)
    if (!known.has(id)) bad.push(`${id}: the client does not list it: ${title}`);
  return {
    good: `the client lists the same ${theirs.length} sessions, titles and folders`,
    wrong: "Other than what the client lists",
    bad,
  };
}
