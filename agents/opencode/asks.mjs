import { setTimeout as wait } from "node:timers/promises";
import { models } from "./home.mjs";

/**
 * @typedef {{ start: object } | { fork: true } | { say: string | object } | { interrupt: string }
 *   | { answer: [prompt: string, option: string] } | { refuse: [prompt: string, why: string] }
 *   | { revert: true } | { unrevert: true } | { name: string } | { compact: true } | { shell: string }
 *   | { command: [name: string, words: string] } | { archive: true } | { forget: true }
 *   | { startSecond: string } | { saySecond: object } | { switchSecond: string }} Ask
 *   What is asked of the server, in the session that was asked for last: a session begins with options, or
 *   as a fork of the one before; something is said, as a text or with what the server takes besides;
 *   something is said and interrupted; a question of the model is answered, a call is refused; the last
 *   prompt is taken back, and that is undone; the last message is deleted; and so on. What ends with “second” is
 *   asked of the newer interface, which stores the second form of messages: a session of an agent begins, a
 *   prompt is said, another agent goes on.
 *
 * @typedef {{ session: string, prompt: string }} Place The session and prompt that were asked for last.
 */

/** @type {Record<string, (ask: import("./server.mjs").Ask, place: Place, value: any) => Promise<unknown>>} */
const ways = {
  async start(ask, place, options) {
    place.session = (await ask("POST", "/session", options)).id;
  },
  async fork(ask, place) {
    place.session = (await ask("POST", `/session/${place.session}/fork`, {})).id;
  },
  async say(ask, place, value) {
    const answer = await ask("POST", `/session/${place.session}/message`, messageOf(value));
    place.prompt = answer.info.parentID;
  },
  async interrupt(ask, place, value) {
    await begin(ask, place, value);
    // Until something has been said, there is nothing to interrupt.
    await until(async () => {
      const { info, parts } = (await ask("GET", `/session/${place.session}/message`)).at(-1) ?? {};
      return info?.role === "assistant" && parts.some(hasBegun);
    });
    // Words that come one by one are stored when the answer ends.
    await wait(500);
    await ask("POST", `/session/${place.session}/abort`);
    await idle(ask, place);
  },
  async answer(ask, place, [prompt, option]) {
    await begin(ask, place, prompt);
    const { id } = await first(ask, "/question");
    await ask("POST", `/question/${id}/reply`, { answers: [[option]] });
    await idle(ask, place);
  },
  async refuse(ask, place, [prompt, message]) {
    await begin(ask, place, prompt);
    const { id } = await first(ask, "/permission");
    await ask("POST", `/permission/${id}/reply`, { reply: "reject", message });
    await idle(ask, place);
  },
  revert: (ask, { session, prompt }) =>
    ask("POST", `/session/${session}/revert`, { messageID: prompt }),
  unrevert: (ask, { session }) => ask("POST", `/session/${session}/unrevert`),
  name: (ask, { session }, title) => ask("PATCH", `/session/${session}`, { title }),
  compact: (ask, { session }) =>
    ask("POST", `/session/${session}/summarize`, { providerID: "mock", modelID: models.usual }),
  shell: (ask, { session }, command) =>
    ask("POST", `/session/${session}/shell`, { agent: "build", command }),
  command: (ask, { session }, [command, words]) =>
    ask("POST", `/session/${session}/command`, { command, arguments: words }),
  archive: (ask, { session }) =>
    ask("PATCH", `/session/${session}`, { time: { archived: 1_790_000_000_000 } }),
  async forget(ask, { session }) {
    const last = (await ask("GET", `/session/${session}/message`)).at(-1);
    await ask("DELETE", `/session/${session}/message/${last.info.id}`);
  },
  async startSecond(ask, place, agent) {
    // The server knows its models a moment after it has started.
    await until(async () => (await ask("GET", "/api/model")).data.length > 0);
    const model = { id: models.usual, providerID: "mock" };
    place.session = (await ask("POST", "/api/session", { agent, model })).data.id;
  },
  async saySecond(ask, { session }, prompt) {
    const { id } = (await ask("POST", `/api/session/${session}/prompt`, { prompt })).data;
    await until(async () => {
      const [last, ...before] = (await ask("GET", `/api/session/${session}/message`)).data;
      return (
        last && isAnswer(last) && before.some((/** @type {any} */ message) => message.id === id)
      );
    });
  },
  switchSecond: (ask, { session }, agent) =>
    ask("POST", `/api/session/${session}/agent`, { agent }),
};

/** True when a message of the second form ends a turn. @param {any} message */
function isAnswer({ type, finish }) {
  return type === "assistant" && finish !== undefined && finish !== "tool-calls";
}

/** True when a part of an answer is a text or a call that runs. @param {any} part */
function hasBegun({ type, state }) {
  return type === "text" || state?.status === "running";
}

/** @param {string | object} value */
function messageOf(value) {
  return typeof value === "string" ? { parts: [{ type: "text", text: value }] } : value;
}

/** Says something without waiting for the answer. @type {(typeof ways)[string]} */
function begin(ask, { session }, value) {
  return ask("POST", `/session/${session}/prompt_async`, messageOf(value));
}

/** The first of those things that wait for the user. */
async function first(/** @type {import("./server.mjs").Ask} */ ask, /** @type {string} */ path) {
  return until(async () => (await ask("GET", path))[0]);
}

/** @param {import("./server.mjs").Ask} ask @param {Place} place */
function idle(ask, { session }) {
  return until(async () => !(await ask("GET", "/session/status"))[session]);
}

/** The value of a function once there is one. */
async function until(/** @type {() => Promise<any>} */ look) {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(100)) {
    const seen = await look();
    if (seen) return seen;
  }
  throw new Error("nothing came of it within a minute");
}

/**
 * Asks one thing after the other.
 *
 * @param {Ask[]} asks
 * @param {import("./server.mjs").Ask} ask
 */
export async function askAll(asks, ask) {
  const place = { session: "", prompt: "" };
  for (const one of asks)
    for (const [way, value] of Object.entries(one)) await ways[way]?.(ask, place, value);
}
