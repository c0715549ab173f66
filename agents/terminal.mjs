import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * @typedef {{ type: string } | { write: string } | { paste: string } | { press: string }
 *   | { see: string } | { wait: number }} Key Words and Enter; words without it; words that are
 *   pasted; a key by its name in tmux; a text to wait for; milliseconds.
 */

const runFile = promisify(execFile);

/** Words and Enter, which clients miss, or take for a choice, before they show the words. @returns {Key[]} */
export function enter(/** @type {string} */ words) {
  return [{ write: words }, { see: words.slice(-15) }, { wait: 700 }, { press: "Enter" }];
}

/** True when there is the program that plays a terminal. */
export function hasTerminal() {
  return spawnSync("tmux", ["-V"]).status === 0;
}

/**
 * Types at a program that runs in a terminal of its own, and ends that terminal.
 *
 * @param {string[]} command
 * @param {object} options
 * @param {string} options.cwd
 * @param {Record<string, string>} options.env The whole environment.
 * @param {Key[]} options.keys
 * @returns {Promise<{ text: string, wrong: string | undefined }>} All that stood on the screen before each key.
 */
export async function playInTerminal(command, { cwd, env, keys }) {
  // Another server than the user's, with none of the user's settings.
  const place = mkdtempSync(join(tmpdir(), "chatexport-tmux-"));
  const socket = join(place, "socket");
  const tmux = async (/** @type {string[]} */ ...words) => {
    const { stdout } = await runFile("tmux", ["-S", socket, "-f", "/dev/null", ...words], {
      env,
      cwd,
    });
    return stdout;
  };
  const screen = () => tmux("capture-pane", "-p", "-t", "0");
  /** Waits until the screen has been the same for a while. */
  const quiet = async () => {
    let [last, since] = ["", Date.now()];
    for (const end = Date.now() + 30_000; Date.now() < end; await wait(100)) {
      const now = await screen();
      if (now !== last) [last, since] = [now, Date.now()];
      else if (now.trim() !== "" && Date.now() - since > 700) return;
    }
  };
  const see = async (/** @type {string} */ text) => {
    for (const end = Date.now() + 40_000; Date.now() < end; await wait(100))
      if ((await screen()).includes(text)) return true;
    return false;
  };
  let text = "";
  try {
    await tmux(
      ...["new-session", "-d", "-x", "160", "-y", "50", "-s", "0", "-c", cwd, ...command],
      ...[";", "set-option", "-g", "remain-on-exit", "on"],
    );
    await quiet();
    for (const key of keys) {
      text += `--- ${JSON.stringify(key)}\n${await screen()}\n`;
      if ("see" in key) {
        if (!(await see(key.see)))
          return { text: text + (await screen()), wrong: `never showed ${key.see}` };
      } else if ("wait" in key) await wait(key.wait);
      else if ("press" in key) {
        await tmux("send-keys", "-t", "0", key.press);
        await wait(500);
      } else {
        if ("paste" in key) {
          await tmux("set-buffer", "--", key.paste);
          await tmux("paste-buffer", "-p", "-t", "0");
        } else {
          await tmux("send-keys", "-t", "0", "-l", "--", "type" in key ? key.type : key.write);
        }
        await wait(500);
        if ("type" in key) {
          await tmux("send-keys", "-t", "0", "Enter");
          await quiet();
        }
      }
    }
    text += await screen();
    return { text, wrong: undefined };
  } catch (error) {
    // The program has ended, and its terminal with it.
    return { text, wrong: String(error) };
  } finally {
    await tmux("send-keys", "-t", "0", "C-c").catch(() => {});
    await wait(200);
    await tmux("send-keys", "-t", "0", "C-c").catch(() => {});
    await wait(1500);
    await tmux("kill-server").catch(() => {});
    rmSync(place, { recursive: true, force: true });
  }
}
