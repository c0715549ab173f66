import { run } from "../processes.mjs";
import { talkWith } from "../rpc.mjs";

/** Milliseconds that one start of the server may take. */
const limit = 120_000;

/** The arguments that list the sessions of all programs; those of sub-agents belong to others. */
export const everySession = {
  limit: 100,
  modelProviders: [],
  sourceKinds: ["cli", "vscode", "exec", "appServer"],
};

/** @typedef {import("../rpc.mjs").Talk & { cwd: string }} AppServer What editors and the desktop app talk to; `cwd`: where sessions are started. */

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
      const server = { ...talkWith(stdin, output), cwd };
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
