/**
 * The next words of a model, told from the conversation alone: a prompt that contains `[[NAME]]`
 * starts the script NAME, and each answer after it is one step. So the server remembers nothing,
 * and resumed, forked, rewound and parallel conversations get what belongs to them.
 *
 * @typedef {{ type: "text", text: string }
 *   | { type: "thinking", text: string }
 *   | { type: "redacted", data: string }
 *   | { type: "tool", namespace?: string, name: string, input: unknown }} Block An input that is a text is
 *   given as it is, where the protocol can. In the input of a tool, `«EXPRESSION»` stands for what the regular expression finds in the request: ids and paths that only the client knows.
 *
 * @typedef {object} Step One answer of the model. An array of blocks is a step with these blocks only.
 * @property {Block[]} [blocks]
 * @property {string} [stop] Why the model stops, in the protocol's words; told from the blocks if absent.
 * @property {Record<string, unknown>} [stopDetails] What the protocol says of it besides.
 * @property {Record<string, number>} [usage] Tokens that replace those counted.
 * @property {number} [delay] Milliseconds before the first byte.
 * @property {number} [pause] Milliseconds between the pieces of a text.
 * @property {{ status: number, type: string, message: string, times?: number }} [error] Said instead
 *   of the blocks; with `times`, to so many requests only.
 * @property {"error" | "drop" | "hang"} [ends] What happens after the blocks instead of a proper end.
 *
 * @typedef {object} Script
 * @property {(Step | Block[])[]} steps
 * @property {string} [summary] What the model answers when it shall summarize this conversation.
 * @property {string} [title] What it answers when it shall name this conversation.
 *
 * @typedef {object} Turn What was said, without results of tools.
 * @property {string} role
 * @property {string} text
 * @property {number} [step] The step that it was, told from the ids of its calls.
 */

const tag = /\[\[([\w.-]+)\]\]/g;

/** The script that the last prompt with a tag started, and how many answers it has had since. */
export function positionIn(/** @type {Turn[]} */ turns) {
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const { role, text } = turns[index] ?? {};
    // What comes in between, clients say as the system.
    const name = role === "assistant" ? undefined : [...(text ?? "").matchAll(tag)].at(-1)?.[1];
    if (name === undefined) continue;
    return { name, step: stepAfter(turns.slice(index + 1)) };
  }
  return undefined;
}

/** The number of answers. Some clients send one in several turns, and old ones some calls twice. */
function stepAfter(/** @type {Turn[]} */ turns) {
  let next = 0;
  /** The step of an answer that may go on in the next turn. @type {number | undefined} */
  let current;
  for (const { role, step } of turns) {
    if (role !== "assistant") current = undefined;
    else {
      current = step ?? current ?? next;
      next = Math.max(next, current + 1);
    }
  }
  return next;
}

/** The step with this number, or undefined after the last one. */
export function stepOf(/** @type {Script | undefined} */ script, /** @type {number} */ number) {
  const step = script?.steps[number];
  return Array.isArray(step) ? { blocks: step } : step;
}

/** The input of a tool with what it takes from a request. */
export function filledInput(/** @type {unknown} */ input, /** @type {unknown} */ request) {
  const text = JSON.stringify(input);
  if (!text.includes("«")) return input;
  const from = JSON.stringify(request);
  return JSON.parse(text, (_key, value) =>
    typeof value === "string"
      ? value.replace(/«(.+?)»/g, (_, expression) => from.match(new RegExp(expression))?.[1] ?? "")
      : value,
  );
}
