import { positionIn, stepOf } from "./scripts.mjs";

/**
 * Finds out what the model says next, and says it in the words of a protocol.
 *
 * @param {object} conversation
 * @param {import("./scripts.mjs").Turn[]} conversation.turns
 * @param {Record<string, import("./scripts.mjs").Script>} conversation.scripts
 * @param {(key: string) => number} conversation.count How often it was asked with this key, this time included.
 * @param {(step: import("./scripts.mjs").Step, number: number) =>
 *   Promise<import("./server.mjs").Usage | undefined | void>} conversation.say Gives the tokens that it has told.
 * @param {(error: NonNullable<import("./scripts.mjs").Step["error"]>) => void} conversation.fail
 */
export async function answer({ turns, scripts, count, say, fail }) {
  const position = positionIn(turns);
  const script = position && scripts[position.name];
  const number = position?.step ?? 0;
  const seen = { script: position?.name, ...(position && { step: number }) };
  if (isSummary(turns)) {
    await say(words(`<summary>${script?.summary ?? "Nothing was said."}</summary>`), number);
    return { ...seen, note: "summary" };
  }
  if (isTitle(turns)) {
    await say(words(script?.title ?? "Something"), number);
    return { ...seen, note: "title" };
  }
  const step = stepOf(script, number);
  if (!step) {
    await say(words("Nothing is scripted."), number);
    return { ...seen, note: "unscripted" };
  }
  const { error } = step;
  if (error && count(`${position?.name} ${number}`) <= (error.times ?? Infinity)) {
    fail(error);
    return { ...seen, note: `error ${error.status}` };
  }
  const usage = await say(step, number);
  return { ...seen, ...(usage && { usage }) };
}

/** @returns {import("./scripts.mjs").Step} */
function words(/** @type {string} */ text) {
  return { blocks: [{ type: "text", text }] };
}

/** Clients tell a model of its own to name a conversation. */
function isTitle(/** @type {import("./scripts.mjs").Turn[]} */ turns) {
  return turns.some(({ role, text }) => role === "system" && /title generator/i.test(text));
}

/** Clients ask for a summary in a last prompt of their own. */
function isSummary(/** @type {import("./scripts.mjs").Turn[]} */ turns) {
  const last = turns.findLast(({ role }) => role === "user")?.text ?? "";
  return /create a (detailed|handoff) summary (of (the|this|our)|for) |(create|update) .{0,10}anchored summary|<state_snapshot>/i.test(
    last,
  );
}
