import { everySession } from "./app-server.mjs";

/**
 * @typedef {{ start: object } | { fork: string } | { say: string | object[] } | { interrupt: string }
 *   | { refuse: string }
 *   | { revert: true } | { name: string } | { compact: true } | { review: string } | { archive: true }} Ask
 *   What is asked of the app server, in the session that was asked for last: a session begins with options,
 *   or as a fork of the one whose first prompt has these words; something is said; something is said and
 *   interrupted; something is said, and the command is refused that the client then asks for; the last turn is taken back; the session gets a name; and so on.
 *
 * @typedef {{ threadId: string, turnId: string }} Place The session and turn that were asked for last.
 */

/** @type {Record<string, (server: import("./app-server.mjs").AppServer, place: Place, value: any) => Promise<unknown>>} */
const ways = {
  async start({ ask, cwd }, place, options) {
    place.threadId = (await ask("thread/start", { cwd, ...options })).thread.id;
  },
  async fork({ ask }, place, words) {
    const { data } = await ask("thread/list", everySession);
    const origin = data.find((/** @type {any} */ { preview }) => preview.includes(words));
    if (!origin) throw new Error(`no session begins with ${words}`);
    const { thread } = await ask("thread/fork", { threadId: origin.id, excludeTurns: true });
    place.threadId = thread.id;
  },
  async say(server, place, input) {
    await begin(server, place, input);
    await ended(server, place);
  },
  async interrupt(server, place, input) {
    await begin(server, place, input);
    // Until something has been said, there is nothing to interrupt.
    await server.wait(({ method }) => method === "item/agentMessage/delta");
    await server.ask("turn/interrupt", { ...place });
    await ended(server, place);
  },
  async refuse(server, place, input) {
    await begin(server, place, input);
    const asked = "item/commandExecution/requestApproval";
    const { id } = await server.wait(({ method }) => method === asked);
    server.answer(id, { decision: "decline" });
    await ended(server, place);
  },
  revert: ({ ask }, { threadId, turnId }) =>
    ask("thread/revert", { threadId, beforeTurnId: turnId }),
  name: ({ ask }, { threadId }, name) => ask("thread/name/set", { threadId, name }),
  async compact(server, { threadId }) {
    await server.ask("thread/compact/start", { threadId });
    await server.wait(({ method }) => method === "turn/completed");
  },
  async review(server, { threadId }, instructions) {
    const target = { type: "custom", instructions };
    await server.ask("review/start", { threadId, target });
    await server.wait(({ method }) => method === "turn/completed");
  },
  archive: ({ ask }, { threadId }) => ask("thread/archive", { threadId }),
};

/** @param {import("./app-server.mjs").AppServer} server @param {Place} place @param {string | object[]} words */
async function begin({ ask }, place, words) {
  const input = typeof words === "string" ? [{ type: "text", text: words }] : words;
  const { turn } = await ask("turn/start", { threadId: place.threadId, input });
  place.turnId = turn.id;
}

/** @param {import("./app-server.mjs").AppServer} server @param {Place} place */
function ended({ wait }, { turnId }) {
  return wait(({ method, params }) => method === "turn/completed" && params.turn.id === turnId);
}

/**
 * Asks one thing after the other.
 *
 * @param {Ask[]} asks
 * @param {import("./app-server.mjs").AppServer} server
 */
export async function askAll(asks, server) {
  const place = { threadId: "", turnId: "" };
  for (const one of asks)
    for (const [way, value] of Object.entries(one)) await ways[way]?.(server, place, value);
}
