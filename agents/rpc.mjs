/**
 * @typedef {object} Talk JSON-RPC with a program, a line for each message.
 * @property {(method: string, params: object) => Promise<any>} ask
 * @property {(method: string, params: object) => number} begin Asks; the number is for `answerTo`.
 * @property {(id: number) => Promise<any>} answerTo
 * @property {(method: string, params: object) => void} tell Says something that is not answered.
 * @property {(id: number | string, result: object) => void} answer Answers what the program has asked.
 * @property {(wanted: (message: any) => boolean) => Promise<any>} wait Waits for a message of the program
 *   that has not been waited for.
 */

/**
 * Talks with a program.
 *
 * @param {import("node:stream").Writable} stdin Its input.
 * @param {AsyncIterable<string>} output The lines that it prints.
 * @returns {Talk}
 */
export function talkWith(stdin, output) {
  const lines = output[Symbol.asyncIterator]();
  /** @type {any[]} */
  const kept = [];
  let last = 0;
  const send = (/** @type {object} */ message) =>
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  /** @type {Talk["wait"]} */
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
  /** @type {Talk["begin"]} */
  const begin = (method, params) => {
    last += 1;
    send({ id: last, method, params });
    return last;
  };
  /** @type {Talk["answerTo"]} */
  const answerTo = async (id) => {
    const { result, error } = await wait((message) => message.id === id && !message.method);
    if (error) throw new Error(error.message);
    return result;
  };
  return {
    ask: (method, params) => answerTo(begin(method, params)),
    begin,
    answerTo,
    tell: (method, params) => void send({ method, params }),
    answer: (id, result) => void send({ id, result }),
    wait,
  };
}
