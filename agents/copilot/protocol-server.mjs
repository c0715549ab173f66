import { run } from "../processes.mjs";
import { talkWith } from "../rpc.mjs";

/** Milliseconds that one start of the client may take. */
const limit = 120_000;

/**
 * @typedef {{ say: string } | { interrupt: string }} Ask What an editor asks, in one session: something is
 *   said, or said and interrupted.
 */

/**
 * Lets `work` talk to the client as editors do, in the Agent Client Protocol. Returns what the client
 * printed, and what went wrong.
 *
 * @param {string[]} command How the client is started, with its flags.
 * @param {{ cwd: string, env: Record<string, string> }} options
 * @param {(talk: import("../rpc.mjs").Talk) => Promise<void>} work
 */
export async function withProtocol(command, { cwd, env }, work) {
  /** @type {string | undefined} */
  let wrong;
  const { stdout, stderr, late } = await run([...command, "--acp"], {
    cwd,
    env,
    limit,
    stop: "SIGTERM",
    async talk(stdin, output) {
      const talk = talkWith(stdin, output);
      try {
        await talk.ask("initialize", { protocolVersion: 1, clientCapabilities: {} });
        await work(talk);
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
 * Asks one thing after the other in a new session.
 *
 * @param {Ask[]} asks
 * @param {import("../rpc.mjs").Talk} talk
 * @param {string} cwd
 */
export async function askAll(asks, { ask, begin, answerTo, tell, wait }, cwd) {
  const { sessionId } = await ask("session/new", { cwd, mcpServers: [] });
  for (const one of asks) {
    const text = "say" in one ? one.say : one.interrupt;
    const id = begin("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
    if ("interrupt" in one) {
      // Until something has been said, there is nothing to interrupt.
      await wait(({ params }) => params?.update?.sessionUpdate === "agent_message_chunk");
      tell("session/cancel", { sessionId });
    }
    await answerTo(id);
  }
}
