/**
 * @typedef {{ type: string, [key: string]: any }} Block
 * @typedef {{ role: string, content: string | Block[] }} Message
 */

/**
 * The faults that Anthropic's Messages API would find in a request's messages (2026-11), a sentence for each. A
 * mock that answers everything would not notice.
 *
 * @param {readonly Message[]} messages
 * @returns {string[]}
 */
export function messageFaults(messages) {
  const turns = joined(messages);
  const faults = turns.flatMap((turn, index) => [
    ...turnFaults(turn, `message ${index}`),
    ...pairFaults(turn, turns[index + 1], `message ${index}`),
    ...orphanFaults(turn, turns[index - 1], `message ${index}`),
    ...serverCallFaults(turn, `message ${index}`),
  ]);
  if (turns.length === 0) faults.push("there is no message");
  if (turns[0] && turns[0].role !== "user") faults.push("the first message is not the user's");
  return [...faults, ...repeatedIds(turns), ...imageFaults(turns)];
}

/**
 * Messages of the same role in a row are one; what the client says as the system stands between others.
 *
 * @param {readonly Message[]} messages
 */
function joined(messages) {
  /** @type {{ role: string, content: Block[] }[]} */
  const turns = [];
  for (const { role, content } of messages) {
    if (role === "system") continue;
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: [...blocks] });
  }
  return turns;
}

/** Which blocks each role may say. @type {Record<string, string[]>} */
const blocksOf = {
  user: ["text", "image", "document", "search_result", "tool_result"],
  assistant: [
    ...["text", "thinking", "redacted_thinking", "tool_use", "server_tool_use"],
    ...["web_search_tool_result", "web_fetch_tool_result"],
  ],
};

/** @param {{ role: string, content: Block[] }} turn */
function turnFaults({ role, content }, /** @type {string} */ place) {
  const allowed = blocksOf[role];
  if (!allowed) return [`${place}: the role ${role}`];
  const faults = content.length === 0 ? [`${place}: it is empty`] : [];
  for (const block of content) {
    if (!allowed.includes(block.type)) faults.push(`${place}: ${block.type} of the ${role}`);
    faults.push(...blockFaults(block).map((fault) => `${place}: ${fault}`));
  }
  return faults;
}

/** The faults of a block alone. @returns {string[]} */
function blockFaults(/** @type {Block} */ block) {
  switch (block.type) {
    case "text":
      return textFaults(block.text);
    case "thinking":
      return block.thinking && block.signature ? [] : ["thinking without text or signature"];
    case "redacted_thinking":
      return block.data ? [] : ["redacted thinking without data"];
    case "tool_use":
      return [
        /^[\w-]+$/.test(block.id) ? "" : `the id ${JSON.stringify(block.id)} of a call`,
        /^[\w-]{1,128}$/.test(block.name) ? "" : `the name ${JSON.stringify(block.name)} of a tool`,
        isObject(block.input) ? "" : "the input of a call is no object",
      ].filter(Boolean);
    case "tool_result":
      return resultFaults(block.content);
    case "image":
      return sourceFaults(block.source, imageTypes);
    case "document":
      return sourceFaults(block.source, ["application/pdf", "text/plain"]);
    default:
      return [];
  }
}

function textFaults(/** @type {unknown} */ text) {
  if (typeof text !== "string" || text.trim() === "") return ["a text of blanks alone"];
  return text.isWellFormed() ? [] : ["a text with half a character"];
}

/** @returns {string[]} */
function resultFaults(/** @type {unknown} */ content) {
  if (content === undefined || typeof content === "string") return [];
  if (!Array.isArray(content)) return ["the content of a result is no list"];
  return content.flatMap((block) =>
    ["text", "image", "document", "search_result", "tool_reference"].includes(block.type)
      ? blockFaults(block)
      : [`${block.type} in a result`],
  );
}

const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const largestFile = 5 * 1024 * 1024;

function sourceFaults(/** @type {any} */ source, /** @type {string[]} */ types) {
  if (source?.type !== "base64") return [];
  const { media_type, data } = source;
  if (!types.includes(media_type)) return [`the type ${media_type} of a file`];
  if (data.length > largestFile) return [`a file of ${data.length} bytes in base64`];
  return /^[a-z\d+/]+={0,2}$/i.test(data) ? [] : ["a file that is not in base64"];
}

/** Each call is answered in the next message, before anything else. */
function pairFaults(
  /** @type {{ content: Block[] }} */ { content },
  /** @type {{ content: Block[] } | undefined} */ next,
  /** @type {string} */ place,
) {
  const calls = content.filter(({ type }) => type === "tool_use").map(({ id }) => id);
  const blocks = next?.content ?? [];
  const others = blocks.findIndex(({ type }) => type !== "tool_result");
  const first = others < 0 ? blocks : blocks.slice(0, others);
  const answered = new Set(first.map(({ tool_use_id }) => tool_use_id));
  return calls
    .filter((id) => !answered.has(id))
    .map((id) => `${place}: the call ${id} is not answered next`);
}

/** Each result is one of the message before. */
function orphanFaults(
  /** @type {{ content: Block[] }} */ { content },
  /** @type {{ content: Block[] } | undefined} */ before,
  /** @type {string} */ place,
) {
  const calls = new Set((before?.content ?? []).map(({ type, id }) => type === "tool_use" && id));
  const results = content.filter(({ type }) => type === "tool_result");
  return results
    .filter(({ tool_use_id }) => !calls.has(tool_use_id))
    .map(({ tool_use_id }) => `${place}: a result of ${tool_use_id}, which was not called before`);
}

/** A call of a tool of the API has its result behind it. */
function serverCallFaults(
  /** @type {{ content: Block[] }} */ { content },
  /** @type {string} */ place,
) {
  const answered = new Set(content.map(({ tool_use_id }) => tool_use_id));
  return content
    .filter(({ type, id }) => type === "server_tool_use" && !answered.has(id))
    .map(({ id }) => `${place}: the call ${id} of a tool of the API has no result`);
}

function repeatedIds(/** @type {{ content: Block[] }[]} */ turns) {
  const ids = turns.flatMap(({ content }) =>
    content.flatMap(({ type, id }) => (type === "tool_use" ? [id] : [])),
  );
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...repeated].map((id) => `two calls have the id ${id}`);
}

const mostImages = 100;

function imageFaults(/** @type {{ content: Block[] }[]} */ turns) {
  const count = turns.reduce((sum, { content }) => sum + imagesIn(content), 0);
  return count > mostImages ? [`${count} images are more than ${mostImages}`] : [];
}

/** @returns {number} */
function imagesIn(/** @type {unknown} */ content) {
  if (!Array.isArray(content)) return 0;
  return content.reduce(
    (sum, block) => sum + (block.type === "image" ? 1 : imagesIn(block.content)),
    0,
  );
}

function isObject(/** @type {unknown} */ value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
