import { tmpdir } from "node:os";
import { apart } from "./home.mjs";
import { withServer } from "./server.mjs";

/**
 * Compares sessions, titles, messages and tokens with those that the client itself reads from a home.
 *
 * @param {import("../clients.mjs").Read} read
 * @param {string} name The client's name.
 * @returns {Promise<import("../clients.mjs").Comparison>}
 */
export async function compareWithServer({ home, command, list, sessions }, name) {
  const ours = new Map(sessions.flatMap(partsOf).map((each) => [each.session.id, each]));
  /** @type {Theirs[]} */
  const theirs = [];
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "",
    ...apart(name, "http://127.0.0.1:1"),
  };
  const { wrong } = await withServer(command, { cwd: tmpdir(), env }, async (ask) => {
    for (const info of await ask("GET", "/experimental/session?archived=true&limit=10000"))
      theirs.push({ info, messages: await ask("GET", `/session/${info.id}/message`) });
  });
  const bad = wrong ? [`the server did not tell them: ${wrong}`] : [];
  for (const one of theirs) {
    const own = ours.get(one.info.id);
    const differences = own ? differencesOf(one, own) : ["only the client lists it"];
    bad.push(...differences.map((each) => `${one.info.id}: ${each}`));
  }
  const known = new Set(theirs.map(({ info }) => info.id));
  for (const { id, title } of list)
    if (!known.has(id)) bad.push(`${id}: the client does not list it: ${title}`);
  const messages = theirs.reduce((sum, one) => sum + one.messages.length, 0);
  return {
    good: `the client tells the same ${theirs.length} sessions, titles, tokens and ${messages} messages`,
    wrong: "Other than what the client tells",
    bad,
  };
}

/**
 * @typedef {{ info: any, messages: { info: any, parts: any[] }[] }} Theirs A session as the client tells it.
 * @typedef {{ session: any, messages: any[] }} Ours A session, or a sub-agent's, as JSON Lines tell it.
 */

/** A session and its sub-agents' sessions, each with its own messages. */
function partsOf(/** @type {any[]} */ lines) {
  /** @type {Ours[]} */
  const open = [];
  /** @type {Ours[]} */
  const all = [];
  for (const { type, session, message } of lines) {
    if (type === "session") open.push({ session, messages: [] });
    else if (type === "message") open.at(-1)?.messages.push(message);
    else all.push(...open.splice(-1));
  }
  return all;
}

/**
 * @param {Theirs} theirs
 * @param {Ours} ours
 */
function differencesOf({ info, messages }, { session, messages: own }) {
  const differences = [];
  // The one that each session has at first is none.
  const hasTitle = !/^(?:New|Child) session - /.test(info.title);
  if (hasTitle && session.title !== info.title)
    differences.push(`its title is ${session.title}, the client's ${info.title}`);
  if (info.parentID && session.parent?.sessionId !== info.parentID)
    differences.push(`its parent is ${session.parent?.sessionId}, the client's ${info.parentID}`);
  // An answer that is a summary is part of the message before it.
  const ids = own.flatMap(({ id, fragments = [] }) => [
    id,
    ...fragments.map((/** @type {any} */ fragment) => fragment.id),
  ]);
  const order = messages.map((message) => message.info.id);
  const same = ids.filter((id) => order.includes(id));
  if (same.join() !== order.join())
    differences.push(`its messages are ${same}, the client's ${order}`);
  const roles = new Map(messages.map((message) => [message.info.id, message.info.role]));
  for (const { id, role } of own)
    if (role !== "system" && roles.has(id) && roles.get(id) !== role)
      differences.push(`${id} is of the ${role}, the client's of the ${roles.get(id)}`);
  const text = JSON.stringify(own);
  for (const part of messages.flatMap(({ parts }) => parts))
    if (part.text && !text.includes(JSON.stringify(part.text).slice(1, -1)))
      differences.push(`nobody says ${part.text}`);
  // What is deleted is not counted any more.
  const left = own.filter(({ id, fragments = [] }) =>
    [{ id }, ...fragments].some((one) => roles.has(one.id)),
  );
  const [used, counted] = [usedIn(left), countedIn(info)];
  if (used !== counted) differences.push(`it used ${used}, the client says ${counted}`);
  return differences;
}

/** The tokens of messages. */
function usedIn(/** @type {any[]} */ messages) {
  const usages = messages.flatMap(({ usage }) => usage ?? []);
  const sum = (/** @type {(usage: any) => number | undefined} */ of) =>
    usages.reduce((all, usage) => all + (of(usage) ?? 0), 0);
  return told({
    input: sum(({ inputTokens }) => inputTokens),
    output: sum(({ outputTokens }) => outputTokens),
    reasoning: sum(({ reasoningTokens }) => reasoningTokens),
    cost: sum(({ cost }) => cost?.amount),
  });
}

/** The tokens that the client has counted: the cache and the reasoning apart. */
function countedIn(/** @type {any} */ { tokens, cost }) {
  const { input, output, reasoning, cache } = tokens;
  return told({
    input: input + cache.read + cache.write,
    output: output + reasoning,
    reasoning,
    cost,
  });
}

function told(/** @type {Record<string, number>} */ { input, output, reasoning, cost = 0 }) {
  return `${input} in, ${output} out, ${reasoning} of it for reasoning, $${cost.toFixed(6)}`;
}
