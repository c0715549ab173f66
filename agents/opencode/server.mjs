import { run } from "../processes.mjs";

/** Milliseconds that one start of the server may take. */
const limit = 180_000;

/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Ask Asks the server that programs talk to. */

/**
 * Lets `work` talk to the client's own server. Returns what the server printed, and what went wrong.
 *
 * @param {string[]} command How the client is started.
 * @param {{ cwd: string, env: Record<string, string> }} options
 * @param {(ask: Ask) => Promise<void>} work
 */
export async function withServer(command, { cwd, env }, work) {
  /** @type {string | undefined} */
  let wrong;
  const { stdout, stderr, late } = await run([...command, "serve", "--port", "0"], {
    cwd,
    env,
    limit,
    stop: "SIGTERM",
    async talk(_stdin, output) {
      try {
        await work(asker(await addressIn(output)));
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

async function addressIn(/** @type {AsyncIterable<string>} */ output) {
  for await (const line of output) {
    const address = /listening on (http:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("the server has ended");
}

/** @returns {Ask} */
function asker(/** @type {string} */ address) {
  return async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}
