import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { anthropicMessages } from "../mock/anthropic.mjs";
import { messageFaults } from "../mock/messages-rules.mjs";
import { startMock } from "../mock/server.mjs";
import { run } from "../processes.mjs";
import { onboard } from "./home.mjs";

/** Milliseconds that one start of the client may take. */
const limit = 180_000;

/**
 * @typedef {object} GivenBack A session that is put into a store of the client.
 * @property {(place: { home: string, work: string }) => string} put Puts it into the store of a home, to go on
 *   in a folder, and gives the path of its transcript.
 * @property {{ role: string, text: string }[]} said What people and models said on the active line, as far as
 *   its model still has to know it.
 *
 * @typedef {object} Resumed What the client sent to its model when it went on with a session.
 * @property {string[]} faults What the API would refuse, and what was said and is not there.
 * @property {number} texts How many texts were found.
 * @property {number} calls How many calls are there.
 */

/**
 * Lets the client go on with sessions, each in a home of its own, and looks at what it sends to its model.
 *
 * @param {string[]} command How it is started.
 * @param {string} out A folder for the homes; each is removed when its session is judged.
 */
export async function startResuming(command, out) {
  const scripts = {
    "given-back": { steps: [[{ type: /** @type {const} */ ("text"), text: "I go on." }]] },
  };
  const mock = await startMock({ protocols: [anthropicMessages], scripts });
  let number = 0;
  return {
    /** @returns {Promise<Resumed>} */
    async resume(/** @type {GivenBack} */ { put, said }) {
      number += 1;
      const prompt = `Please go on, number ${number}. [[given-back]]`;
      const folder = mkdtempSync(join(out, "resumed-"));
      const { wrong, transcript } = await goOn(command, { folder, put, prompt, url: mock.url });
      const at = mock.requests.findIndex(({ body }) => JSON.stringify(body).includes(prompt));
      const [request] = at < 0 ? [] : mock.requests.splice(at, 1);
      rmSync(folder, { recursive: true, force: true });
      if (!request) return { faults: [wrong ?? "nothing was asked"], texts: 0, calls: 0 };
      const { messages } = /** @type {any} */ (request.body);
      const { missing, found } = compare(said, messages);
      const { lost, calls } = compareCalls(transcript, messages);
      return { faults: [...messageFaults(messages), ...missing, ...lost], texts: found, calls };
    },
    close: mock.close,
  };
}

/** Puts a session into a home and has the client go on with it; gives the transcript as it was until then. */
async function goOn(
  /** @type {string[]} */ command,
  /** @type {{ folder: string, put: GivenBack["put"], prompt: string, url: string }} */ {
    folder,
    put,
    prompt,
    url,
  },
) {
  const folderOf = (/** @type {string} */ name) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const [home, work, temporary] = [folderOf("home"), folderOf("work"), folderOf("tmp")];
  const env = onboard({ home, folders: [work], temporary, url });
  const path = put({ home, work });
  const [id, transcript] = [basename(path, ".jsonl"), readFileSync(path, "utf8")];
  const { code, stdout, stderr, late } = await run(
    [...command, "-p", "--output-format", "json", "--resume", id, prompt],
    // A summary of a long session would take its place.
    { cwd: work, env: { ...env, DISABLE_COMPACT: "1", DISABLE_AUTO_COMPACT: "1" }, limit },
  );
  if (late) return { wrong: `the client was ended after ${limit / 1000} s`, transcript };
  const line = `${stderr}${stdout}`.split("\n")[0]?.slice(0, 200);
  return { wrong: code === 0 ? undefined : `the client ended with ${code}: ${line}`, transcript };
}

/**
 * What was said has to stand in the messages, in this order and in this role.
 *
 * @param {{ role: string, text: string }[]} said
 * @param {{ role: string, content: string | any[] }[]} messages
 */
export function compare(said, messages) {
  const texts = messages.flatMap(({ role, content }) =>
    (typeof content === "string" ? [{ type: "text", text: content }] : content).flatMap(
      ({ type, text }) => (type === "text" ? [{ role, text }] : []),
    ),
  );
  const missing = [];
  let at = 0;
  for (const { role, text } of said) {
    const place = texts.findIndex(
      (each, index) => index >= at && each.role === role && each.text.includes(text.trim()),
    );
    if (place < 0)
      missing.push(`not in its place: the ${role} said ${JSON.stringify(text.slice(0, 80))}`);
    else at = place;
  }
  return { missing, found: said.length - missing.length };
}

/**
 * Each call of a transcript since its last compaction has to be sent: the client drops those without a
 * result, and says nothing.
 *
 * @param {string} transcript
 * @param {{ content: string | any[] }[]} messages
 */
export function compareCalls(transcript, messages) {
  const records = transcript.split("\n").flatMap(recordIn);
  const boundary = records.findLastIndex(({ subtype }) => subtype === "compact_boundary");
  const written = callsIn(records.slice(boundary + 1).map(({ message }) => message));
  const sent = new Set(callsIn(messages));
  const lost = written.filter((id) => !sent.has(id)).map((id) => `the call ${id} is not sent`);
  return { lost, calls: sent.size };
}

/** The record in a line, unless that is damaged. */
function recordIn(/** @type {string} */ line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** The ids of calls. @returns {string[]} */
function callsIn(/** @type {({ content: string | any[] } | undefined)[]} */ messages) {
  return messages.flatMap((message) =>
    Array.isArray(message?.content)
      ? message.content.flatMap(({ type, id }) => (type === "tool_use" ? [id] : []))
      : [],
  );
}
