import { spawn } from "node:child_process";

/**
 * Runs a program in a process group of its own, and ends the whole group with it.
 *
 * @param {string[]} command
 * @param {object} options
 * @param {string} options.cwd
 * @param {Record<string, string>} options.env The whole environment.
 * @param {number} options.limit Milliseconds after which it is ended.
 * @param {(stdin: import("node:stream").Writable, output: AsyncIterable<string>) => Promise<void>} [options.talk]
 *   Writes to its standard input, and reads the lines of its output; without it, the input is empty.
 * @param {NodeJS.Signals} [options.stop] Sent when the talk is over, to what does not end with its input.
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string, late: boolean }>}
 */
export async function run([program = "", ...words], { cwd, env, limit, talk, stop }) {
  const child = spawn(program, words, { cwd, env, detached: true, stdio: "pipe" });
  const texts = { stdout: "", stderr: "" };
  /** @type {(() => void)[]} */
  let waiting = [];
  const wake = () => {
    for (const one of waiting) one();
    waiting = [];
  };
  let ended = false;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endGroup(child.pid);
  }, limit);
  for (const name of /** @type {const} */ (["stdout", "stderr"]))
    child[name].setEncoding("utf8").on("data", (text) => {
      texts[name] += text;
      wake();
    });
  child.stdin.on("error", () => {});
  const closed = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      ended = true;
      wake();
      resolve(code);
    });
  });
  async function* lines() {
    for (let at = 0; ; ) {
      const end = texts.stdout.indexOf("\n", at);
      if (end >= 0) {
        yield texts.stdout.slice(at, end);
        at = end + 1;
      } else if (ended) return;
      else await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    }
  }
  if (talk) await talk(child.stdin, lines());
  child.stdin.end();
  if (stop) child.kill(stop);
  const code = await closed;
  clearTimeout(timer);
  endGroup(child.pid);
  return { code, ...texts, late };
}

/** Ends what is left of a process group. */
function endGroup(/** @type {number | undefined} */ id) {
  if (id === undefined) return;
  try {
    process.kill(-id, "SIGKILL");
  } catch {
    // Nothing is left.
  }
}
