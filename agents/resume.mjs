import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startMock } from "./mock/server.mjs";
import { run } from "./processes.mjs";

/** Milliseconds that one start of a client may take. */
const limit = 180_000;

/**
 * @typedef {object} GivenBack A session that is put into a store of the client.
 * @property {(place: { home: string, work: string }) => string} put Puts it into the store of a home, to go on
 *   in a folder, and gives the path of its file.
 * @property {Said[]} said What people and models said on the active line, as far as its model still has to know it.
 * @property {{ kept: string[], left: string[] }} [marks] Of a scenario that was played: markers of what was said in
 *   the session, and of what was left.
 *
 * @typedef {{ role: string, text: string }} Said
 *
 * @typedef {object} Resumed What the client sent to its model when it went on with a session.
 * @property {string[]} faults What the API would refuse, and what was said and is not there.
 * @property {number} texts How many texts were found.
 * @property {number} calls How many calls are there.
 *
 * @typedef {object} Resumption How a client goes on with a session.
 * @property {import("./mock/server.mjs").Protocol} protocol What it speaks with its model.
 * @property {(place: { home: string, folders: string[], temporary: string, url: string }) => Record<string, string>} onboard
 * @property {(path: string) => string[]} [before] What takes a file into the client's store, which nobody else writes to.
 * @property {(path: string, prompt: string) => string[]} words What it is started with, for the session in a file.
 * @property {(body: any) => Said[]} textsOf The texts of a request, in order.
 * @property {(body: any) => string[]} faultsOf What the API would refuse of a request.
 * @property {(file: string, body: any) => { lost: string[], calls: number }} callsOf The calls of a file that are not
 *   sent, and how many are.
 */

/**
 * Lets a client go on with sessions, each in a home of its own, and looks at what it sends to its model.
 *
 * @param {string[]} command How it is started.
 * @param {Resumption} resumption
 * @param {string} out A folder for the homes; each is removed when its session is judged.
 */
export async function startResuming(command, resumption, out) {
  const scripts = {
    "given-back": { steps: [[{ type: /** @type {const} */ ("text"), text: "I go on." }]] },
  };
  const { protocol, textsOf, faultsOf, callsOf } = resumption;
  const mock = await startMock({ protocols: [protocol], scripts });
  let number = 0;
  return {
    /** @returns {Promise<Resumed>} */
    async resume(/** @type {GivenBack} */ { put, said, marks = { kept: [], left: [] } }) {
      number += 1;
      const prompt = `Please go on, number ${number}. [[given-back]]`;
      const folder = mkdtempSync(join(out, "resumed-"));
      const place = { folder, put, prompt, url: mock.url };
      const { wrong, file } = await goOn(command, resumption, place);
      const at = mock.requests.findIndex(({ body }) => JSON.stringify(body).includes(prompt));
      const [request] = at < 0 ? [] : mock.requests.splice(at, 1);
      rmSync(folder, { recursive: true, force: true });
      if (!request) return { faults: [wrong ?? "nothing was asked"], texts: 0, calls: 0 };
      const { body } = request;
      const { missing, found } = compare(said, textsOf(body));
      const sent = JSON.stringify(body);
      const unsent = marks.kept.filter((id) => !sent.includes(id)).map((id) => `${id} is not sent`);
      const revived = marks.left.filter((id) => sent.includes(id)).map((id) => `${id} was left`);
      const { lost, calls } = callsOf(file, body);
      const faults = [...faultsOf(body), ...missing, ...unsent, ...revived, ...lost];
      return { faults, texts: found, calls };
    },
    close: mock.close,
  };
}

/** Puts a session into a home and has the client go on with it; gives its file as it was until then. */
async function goOn(
  /** @type {string[]} */ command,
  /** @type {Resumption} */ { onboard, before, words },
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
  const file = readFileSync(path, "utf8");
  if (before) await run([...command, ...before(path)], { cwd: work, env, limit });
  const all = [...command, ...words(path, prompt)];
  const { code, stdout, stderr, late } = await run(all, { cwd: work, env, limit });
  if (late) return { wrong: `the client was ended after ${limit / 1000} s`, file };
  const line = `${stderr}${stdout}`.split("\n")[0]?.slice(0, 200);
  return { wrong: code === 0 ? undefined : `the client ended with ${code}: ${line}`, file };
}

/**
 * The words of the conversation have to be in the texts, in this order and in this role.
 *
 * @param {Said[]} said
 * @param {Said[]} texts
 */
export function compare(said, texts) {
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

/** The records of a file, but for damaged lines. @returns {any[]} */
export function recordsIn(/** @type {string} */ file) {
  return file.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
