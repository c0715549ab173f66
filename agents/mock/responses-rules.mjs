/** @typedef {{ type?: string, [key: string]: any }} Item */

/**
 * The faults that OpenAI's Responses API would find in a request's input (2026-11), a sentence for each. A mock that answers
 * everything would not notice.
 *
 * @param {readonly Item[]} input
 * @returns {string[]}
 */
export function inputFaults(input) {
  return [...input.flatMap(itemFaults), ...pairFaults(input)];
}

/** The parts that each role may have. @type {Record<string, RegExp>} */
const partsOf = {
  user: /^input_(?:text|image|file)$/,
  developer: /^input_(?:text|image|file)$/,
  system: /^input_(?:text|image|file)$/,
  assistant: /^(?:output_text|refusal)$/,
};

/** @returns {string[]} */
function itemFaults(/** @type {Item} */ item, /** @type {number} */ index) {
  const place = `item ${index}`;
  switch (item.type ?? "message") {
    case "message": {
      const allowed = partsOf[item.role];
      if (!allowed) return [`${place}: the role ${item.role}`];
      if (typeof item.content === "string") return [];
      const faults = item.content.length === 0 ? [`${place}: it is empty`] : [];
      for (const part of item.content) {
        if (!allowed.test(part.type)) faults.push(`${place}: ${part.type} of the ${item.role}`);
        faults.push(...partFaults(part).map((fault) => `${place}: ${fault}`));
      }
      return faults;
    }
    case "function_call":
      return [
        ...callFaults(item, place),
        ...(isJson(item.arguments) ? [] : [`${place}: arguments that are no JSON`]),
      ];
    case "custom_tool_call":
      return [
        ...callFaults(item, place),
        ...(typeof item.input === "string" ? [] : [`${place}: an input that is no text`]),
      ];
    case "function_call_output":
    case "custom_tool_call_output":
      if (typeof item.output === "string") return [];
      if (!Array.isArray(item.output))
        return [`${place}: an output that is neither text nor parts`];
      return item.output.flatMap((part) => partFaults(part).map((fault) => `${place}: ${fault}`));
    case "reasoning":
      return item.encrypted_content ? [] : [`${place}: reasoning without its encrypted content`];
    default:
      return [];
  }
}

function callFaults(/** @type {Item} */ { call_id, name }, /** @type {string} */ place) {
  return [
    /^[\w-]{1,64}$/.test(call_id) ? "" : `${place}: the id ${JSON.stringify(call_id)} of a call`,
    /^[\w-]{1,64}$/.test(name) ? "" : `${place}: the name ${JSON.stringify(name)} of a tool`,
  ].filter(Boolean);
}

/** @returns {string[]} */
function partFaults(/** @type {Item} */ { type, text, image_url }) {
  if (type === "input_image")
    return /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/]+={0,2}$/i.test(image_url)
      ? []
      : ["an image of an unknown type, or not in base64"];
  if (text === undefined) return [];
  if (typeof text !== "string") return ["a text that is none"];
  return text.isWellFormed() ? [] : ["a text with half a character"];
}

function isJson(/** @type {unknown} */ text) {
  try {
    return typeof text === "string" && typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** Each call has one output behind it, and each output one call before it. */
function pairFaults(/** @type {readonly Item[]} */ input) {
  const open = new Set();
  const known = new Set();
  const faults = [];
  for (const { type = "", call_id } of input)
    if (/^(?:function|custom_tool)_call$/.test(type)) {
      if (known.has(call_id)) faults.push(`two calls have the id ${call_id}`);
      known.add(call_id);
      open.add(call_id);
    } else if (type.endsWith("_call_output") && !open.delete(call_id))
      faults.push(`an output of ${call_id}, which was not called before`);
  return [...faults, ...[...open].map((id) => `the call ${id} has no output`)];
}
