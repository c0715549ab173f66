import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

/**
 * @typedef {import("./scripts.mjs").Script} Script
 *
 * @typedef {object} Seen A request for an answer.
 * @property {string | undefined} [script] The script that answers; absent: none does.
 * @property {number} [step]
 * @property {string} [note] Why it is not an ordinary step.
 * @property {Usage} [usage] What the client was told that a whole answer took.
 * @property {unknown} body
 *
 * @typedef {{ input: number, output: number }} Usage Tokens, those from a cache and of thoughts included.
 *
 * @typedef {object} Protocol How a vendor's clients ask.
 * @property {(path: string) => boolean} asks Whether this path asks for an answer.
 * @property {(request: { path: string, body: any, response: import("node:http").ServerResponse,
 *   scripts: Record<string, Script>, count: (key: string) => number }) => Promise<Omit<Seen, "body">>} answer
 */

/**
 * A server on 127.0.0.1 that plays a vendor's API. All paths that no protocol knows are answered with 404.
 *
 * @param {object} options
 * @param {Protocol[]} options.protocols
 * @param {Record<string, Script>} options.scripts By name. More may be added while it runs.
 * @param {string} [options.log] A file with a line for each request, without its body.
 */
export async function startMock({ protocols, scripts, log }) {
  /** @type {Seen[]} */
  const requests = [];
  /** @type {Map<string, number>} */
  const counts = new Map();
  const count = (/** @type {string} */ key) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) ?? 0;
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const protocol = protocols.find(({ asks }) => request.method === "POST" && asks(path));
    const note = (/** @type {object} */ line) =>
      log && appendFileSync(log, `${JSON.stringify({ method: request.method, path, ...line })}\n`);
    if (!protocol) {
      note({ status: 404 });
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    try {
      const chunks = [];
      // A client that gives up takes its request back: it asks again.
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const seen = await protocol.answer({ path, body, response, scripts, count });
      requests.push({ ...seen, body });
      note(seen);
    } catch (error) {
      note({ error: String(error) });
      if (!response.headersSent) response.writeHead(500).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The mock has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    scripts,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
