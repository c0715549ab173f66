import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../processes.mjs";
import { playInTerminal } from "../terminal.mjs";
import { olderThan } from "../versions.mjs";

/** Milliseconds that one start of the client may take. */
const limit = 120_000;

/** @typedef {import("../play.mjs").Started} Started */

/**
 * Plays the runs of a scenario one after the other. Returns what went wrong.
 *
 * @param {{ name: string, folder: string, runs: import("./scenario.mjs").Run[] }} scenario
 * @param {Started} started
 */
export async function playRuns({ name, runs, folder }, started) {
  /** @type {string[]} */
  const outputs = [];
  for (const [index, one] of runs.entries()) {
    const seen = started.requests.length;
    const more = typeof one.flags === "function" ? one.flags(outputs) : (one.flags ?? []);
    const resumed =
      one.resumes === undefined ? [] : ["--resume", sessionOf(outputs[one.resumes]) ?? ""];
    const cwd = join(folder, one.folder ?? "");
    const options = {
      cwd,
      env: { ...started.env, ...one.env },
      flags: [...(one.asks ? [] : allowAll(started.version)), ...resumed, ...more],
    };
    const { text, wrong } = await (one.keys ? inTerminal : inPrint)(one, options, started);
    writeFileSync(join(started.log, `${name}-${index}.txt`), text);
    outputs.push(text);
    const requests = started.requests.slice(seen).map(({ body }) => body);
    const found = wrong ?? one.check?.({ requests, outputs, home: started.home });
    if (found) return `run ${index}: ${found}`;
  }
  return undefined;
}

/** The session of a run that printed JSON. */
export function sessionOf(/** @type {string | undefined} */ output) {
  return /"session_id":"([^"]+)"/.exec(output ?? "")?.[1];
}

/**
 * @param {import("./scenario.mjs").Run} one
 * @param {{ cwd: string, env: Record<string, string>, flags: string[] }} options
 * @param {Started} started
 */
function inTerminal({ keys = [] }, { cwd, env, flags }, { command }) {
  return playInTerminal([...command, ...flags], { cwd, env, keys });
}

/**
 * @param {import("./scenario.mjs").Run} one
 * @param {{ cwd: string, env: Record<string, string>, flags: string[] }} options
 * @param {Started} started
 */
async function inPrint({ prompt, messages }, { cwd, env, flags }, started) {
  const { command } = started;
  const streams = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  /** Goes on with a session in another client, while this one is open. */
  const elsewhere = async (/** @type {string} */ session, /** @type {string} */ other) => {
    const place = { cwd, env, flags: [...flags, "--resume", session] };
    await inPrint({ prompt: other }, place, started);
  };
  const words = ["-p", ...(messages ? streams : ["--output-format", "json"]), ...flags];
  const { code, stdout, stderr, late } = await run(
    [...command, ...words, ...(prompt === undefined ? [] : [prompt])],
    {
      cwd,
      env,
      limit,
      ...(messages && { talk: (stdin, output) => say(messages, stdin, output, elsewhere) }),
    },
  );
  const text = `${stdout}${stderr}`;
  const [line] = `${stderr}${stdout}`.split("\n");
  if (late) return { text, wrong: `it was ended after ${limit / 1000} s` };
  return { text, wrong: sessionOf(stdout) ? undefined : `it ended with ${code}: ${line}` };
}

/** The words that tell a version that everything is allowed; the oldest ones refuse root the simple way. */
function allowAll(/** @type {string} */ version) {
  if (!olderThan(version, "1.0.60")) return ["--dangerously-skip-permissions"];
  return ["--allowedTools=Bash,Edit,Write,Read,Glob,Grep,LS,Task,TodoWrite"];
}

/**
 * Says one message after the other, each when it is time.
 *
 * @param {import("./scenario.mjs").Message[]} messages
 * @param {import("node:stream").Writable} stdin
 * @param {AsyncIterable<string>} output
 * @param {(session: string, prompt: string) => Promise<void>} elsewhere
 */
async function say(messages, stdin, output, elsewhere) {
  const lines = output[Symbol.asyncIterator]();
  const waitFor = async (/** @type {string} */ text) => {
    for (let line = await lines.next(); !line.done; line = await lines.next())
      if (line.value.includes(text)) return line.value;
    return "";
  };
  for (const [index, one] of messages.entries()) {
    const { content, when = '"type":"result"', after } = one;
    const seen = index > 0 ? await waitFor(when) : "";
    if (after !== undefined) await elsewhere(sessionOf(seen) ?? "", after);
    const message = { type: "user", message: { role: "user", content } };
    stdin.write(`${JSON.stringify(message)}\n`);
  }
}
