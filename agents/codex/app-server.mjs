import { run } from "../processes.mjs";

/** Milliseconds that one start of the server may take. */
const limit = 120_000;

/** What lists the sessions of all programs; those of sub-agents belong to others. */
export const everySession = {
  limit: 100,
  modelProviders: [],
  sourceKinds: ["cli", "vscode", "exec", "appServer"],
};

/**
 * @typedef {object} AppServer The program that editors and the desktop app talk to.
 * @property {(method: string, params: object) => Promise<any>} ask
 * @property {string} cwd Where sessions are started.
 * @property {(wanted: (message: any) => boolean) => Promise<any>} wait Waits for a message of the server
 *   that has not been waited for.
 */

/**
 * Lets `work` talk to the client's app server. Returns what the server printed, and what went wrong.
 *
 * @param {string[]} command How the client is started.
 * @param {{ cwd: string, env: Record<string, string> }} options
 * @param {(server: AppServer) => Promise<void>} work
 */
export async function withAppServer(command, { cwd, env }, work) {
  /** @type {string | undefined} */
  let wrong;
  const { stdout, stderr, late } = await run([...command, "app-server"], {
    cwd,
    env,
    limit,
    async talk(stdin, output) {
      const server = serverOf(stdin, output, cwd);
      try {
        await server.ask("initialize", {
          clientInfo: { name: "drift", title: "Drift", version: "1.0.0" },
          capabilities: { experimentalApi: true },
        });
        await work(server);
      } catch (error) {
        wrong = error instanceof Error ? error.message : String(error);
      }
    },
  });
  return {
    text: `${stdout}${stderr}`,
    wrong: late ? `it was ended after ${limit / 1000} s` : wrong,
  };
}

/**
 * @param {import("node:stream").Writable} stdin
 * @param {AsyncIterable<string>} output
 * @param {string} cwd
 * @returns {AppServer}
 */
function serverOf(stdin, output, cwd) {
  const lines = output[Symbol.asyncIterator]();
  /** @type {any[]} */
  const kept = [];
  let last = 0;
  /** @type {AppServer["wait"]} */
  const wait = async (wanted) => {
    const index = kept.findIndex(wanted);
    if (index >= 0) return kept.splice(index, 1)[0];
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const message = JSON.parse(line.value);
      if (wanted(message)) return message;
      kept.push(message);
    }
    throw new Error("the server has ended");
  };
  /** @type {AppServer["ask"]} */
  const ask = async (method, params) => {
    last += 1;
    const id = last;
    stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    const { result, error } = await wait((message) => message.id === id && !message.method);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return { ask, wait, cwd };
}
